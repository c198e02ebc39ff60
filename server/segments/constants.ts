/* Constants without server dependencies; also loaded by browsers. */

export const SEGMENTS_MAX = 100

export const SEGMENT_NAME_MAX_CHARACTERS = 60
