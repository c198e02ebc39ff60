/* Shared by the server and the pages. No server dependencies: browsers load this file. */

export function contactName(contact: { firstName: string; lastName: string | null; email: string }): string {
  return [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email
}

/** False if the email address is shown as the name. */
export function hasContactName({ firstName, lastName }: { firstName: string; lastName: string | null }): boolean {
  return firstName !== '' || Boolean(lastName)
}
