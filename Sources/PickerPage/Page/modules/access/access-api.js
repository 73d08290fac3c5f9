// What the owner asks and decides of programs.

import { get, post, remove } from "../api.js";

/** @typedef {{id: number, kind: "asset"|"collection", subject: string, title: string, given: string}} Grant */
/** @typedef {{id: number, name: string, origin: string|null, added: string, grants: Grant[]}} Program */
/** @typedef {"client-added"|"client-revoked"|"picked"|"granted"|"grant-revoked"} AccessEvent */
/** @typedef {{id: number, time: string, event: AccessEvent, client: string, library: string|null, title: string|null, itemCount: number, byteTotal: number}} AccessRecord */

/** @returns {Promise<Program[]>} */
export const fetchPrograms = async () => (await get("/clients")).clients;

/**
 * @param {number} client @param {{collection: string}|{assets: string[]}} what
 * @returns {Promise<Program[]>} as they are now
 */
export const grant = async (client, what) => (await post("/grants", { client, ...what })).clients;

/** @param {number} id */
export const revoke = (id) => remove(`/grants/${id}`);

/**
 * @param {number|null} before those older than this one, null from the newest on
 * @returns {Promise<{records: AccessRecord[], next: number|null}>}
 */
export const fetchRecords = (before) => get(`/records?limit=50${before === null ? "" : `&before=${before}`}`);

/**
 * @param {number} id
 * @returns {Promise<{localIdentifier: string, filename: string}[]>} the first 500
 */
export const fetchRecordItems = async (id) => (await get(`/records/${id}/items`)).items;
