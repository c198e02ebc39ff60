/** What `{{…}}` may name in a step's subject and message. */
export type Placeholders = {
  firstName: string
  lastName: string
  email: string
  organization: string
  surveyLink: string
}

/**
 * Fills in `{{firstName}}`, or `{{firstName|friend}}` for those whose first name is not known. A name that is none of
 * ours stands for nothing. What is filled in is plain text: whoever renders it escapes it.
 */
export function fillIn(template: string, values: Placeholders): string {
  const known = new Map<string, string>(Object.entries(values))
  return template.replace(
    /\{\{\s*(\w+)\s*(?:\|([^}]*))?\}\}/g,
    (_, name: string, otherwise: string | undefined) => known.get(name) || (otherwise ?? '').trim(),
  )
}
