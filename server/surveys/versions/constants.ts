/** Of a survey, the newest; older ones are kept while responses name them. */
export const VERSIONS_KEPT = 200
/** Of a survey, the newest. Older ones go even if responses name them: a response has the words it answered. */
export const ANSWERED_VERSIONS_KEPT = 1000

export const CONTENT_CHANGES = [
  'added',
  'removed',
  'reworded',
  'retyped',
  'options',
  'scale',
  'description',
  'required',
  'logic',
  'order',
  'endings',
  'layout',
] as const
