/** Longer questions of the command menu are cut before they are asked. */
export const QUERY_MAX_CHARACTERS = 200
