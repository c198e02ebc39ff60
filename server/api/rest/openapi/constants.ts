/**
 * Documents the known values of a response string without a closed `enum`, so that generated clients accept values
 * added later. Several tools support the keyword. Requests use `enum`.
 */
export const EXTENSIBLE_ENUM_KEYWORD = 'x-extensible-enum'
