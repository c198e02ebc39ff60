/** How a contact is called: by name, else by email. */
export function nameOfContact(contact: { firstName: string; lastName: string | null; email: string }): string {
  return [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email
}

/** Whether there is a name: without one, the address stands in its place. */
export function isNamed({ firstName, lastName }: { firstName: string; lastName: string | null }): boolean {
  return firstName !== '' || Boolean(lastName)
}
