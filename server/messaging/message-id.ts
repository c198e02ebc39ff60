import { env } from '../env'

/** What a mail is called in mail programs, of the row that it belongs to: the same in every try. With angle brackets. */
export function messageIdOf(rowId: string): string {
  return `<${rowId}@${env.mailFrom.address.split('@').at(-1) ?? 'localhost'}>`
}
