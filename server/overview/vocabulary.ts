/** Below this many answers there is no large number and no chart: one more answer could turn them round. */
export const LEAST_ANSWERS = 10

/** Lines of a breakdown: more than anybody reads. */
export const LINES_AT_MOST = 100
