/**
 * How much of what a server sends is held at once before a whole is made of it. etcd stores no object above 1.5 MB, and the
 * API server takes no request above 3 MB: these bounds are for servers that are broken or hostile.
 */

/** One event of a watch, as a line. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

/** One object of a list, or one of the list's other fields. */
export const MAX_ITEM_BYTES: number = 64 * 1024 * 1024;
