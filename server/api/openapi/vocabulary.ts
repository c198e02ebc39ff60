/**
 * The values of a string in answers, to which later versions may add: a closed `enum` there would make generated clients refuse them.
 * Several tools know the keyword; in requests, values are an `enum`.
 */
export const EXTENSIBLE_ENUM = 'x-extensible-enum'
