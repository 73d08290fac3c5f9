/** What was picked, as the detail of the event "pick". */
export interface PickDetail {
  /** The session: the page's server lists and downloads its items with the program's token. */
  sessionId: string;
  /** Identifiers of its items, in the order of picking. */
  itemIds: string[];
  /** The same as files, without the places where they were taken; empty without the attribute `files`. */
  files: File[];
  /** Those of the items whose files did not come: they are gone by now, or cannot be read or converted. Empty without the attribute `files`. */
  missing: string[];
}

/** Why nothing was picked, as the detail of the event "cancel". */
export interface CancelDetail {
  sessionId: string;
  /** Its reader pressed Cancel, or the program was revoked; its time was over; the window was closed, or the session withdrawn. */
  reason: "cancelled" | "expired" | "closed";
}

/** The events of `<photo-picker>`, which bubble. */
export interface PhotoPickerEvents {
  pick: CustomEvent<PickDetail>;
  /** Nothing was picked: cancelled, closed, too late. */
  cancel: CustomEvent<CancelDetail>;
  error: CustomEvent<{ error: unknown }>;
}

/** A button that lets the reader of a page pick photos of their own from Picker. */
export class PhotoPicker extends HTMLElement {
  /** Opens the picking page; to be called while a click or a key press is handled. */
  open(): Promise<void>;
  /** Ends the picking, if there is any, without an event. */
  close(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "photo-picker": PhotoPicker;
  }
}
