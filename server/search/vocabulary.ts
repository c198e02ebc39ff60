/** Longer queries of the command menu are truncated. */
export const QUERY_MAX_CHARACTERS = 200
