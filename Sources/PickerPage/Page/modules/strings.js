// What the page says, in the language of its reader: `languages` has a catalogue for each.

import { language, pseudo } from "./language.js";
import { chinese } from "./languages/chinese.js";
import { english } from "./languages/english.js";
import { pseudoOf } from "./languages/pseudo.js";

/** @typedef {"image"|"video"|"any"} MediaFilter */

/** @type {Record<string, typeof english>} by the tags of `language.js` */
export const catalogues = { en: english, "zh-Hans": chinese };

export const strings = language === pseudo ? pseudoOf(english) : catalogues[language.tag];
