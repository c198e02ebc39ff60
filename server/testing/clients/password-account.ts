import { v7 as uuidv7 } from 'uuid'
import { beforeEach } from 'vitest'
import { handleSessionRpc } from '../../api/session/session-rpc'
import { serializeSessionCookie } from '../../auth/session-cookie'
import { signIn } from '../../auth/sign-in'
import { db } from '../../db'
import { sendSystemEmail } from '../../system-emails/send-system-email'
import { useMailbox } from '../environment'
import { anOwner } from '../factories/accounts'
import { anEmailAddress } from '../factories/basics'

export const PASSWORD = 'the first password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const QUERIES = ['account.profile', 'account.sessions', 'account.get']

/** Creates before each test of the calling file an owner with a password, who signs in with Firefox on Linux. */
export async function usePasswordAccount() {
  const mailbox = await useMailbox()
  const account = {
    person: { userId: '', organizationId: '', email: '' },
    address: '',
    mailbox,
    signIn: signInWithPassword,
    sendEmails,
  }

  beforeEach(async () => {
    account.address = `test-${uuidv7()}`
    const input = { name: 'Ada', email: anEmailAddress(), password: PASSWORD, organizationName: 'Engines' }
    account.person = await anOwner(input, 'operator')
  })

  async function signInWithPassword(from = account.address, password = PASSWORD) {
    const signedIn = await signIn(
      { email: account.person.email, password },
      { address: from, requestId: null, userAgent: FIREFOX },
    )
    if (!signedIn || !('sessionId' in signedIn)) throw new Error('not signed in')
    const [cookie = ''] = (await serializeSessionCookie(signedIn)).split(';')
    const call = async (procedure: string, input?: object) => {
      const isQuery = QUERIES.includes(procedure)
      const response = await handleSessionRpc(
        new Request(`https://feedback.example.com/api/trpc/${procedure}`, {
          method: isQuery ? 'GET' : 'POST',
          headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
        }),
      )
      const body = await response.json()
      return { status: response.status, data: body.result?.data.data, details: body.error?.data?.error?.details }
    }
    return { sessionId: signedIn.sessionId, cookie, call }
  }

  /** Runs the email job for the pending emails of the account. @returns the subjects of all its emails */
  async function sendEmails(): Promise<string[]> {
    const rows = await db.systemEmail.findMany({ where: { userId: account.person.userId, endedAt: null } })
    for (const { id } of rows) await sendSystemEmail(id)
    return mailbox.to(account.person.email).map(({ mail }) => mail.subject ?? '')
  }

  return account
}
