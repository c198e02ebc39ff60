/** Of a list item in a branch. */
export const BRANCH_STYLE = 'ml-2 border-l-2 border-line-strong pl-3 sm:ml-6 sm:pl-6'
