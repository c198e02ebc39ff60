import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { demoOwner } from '../demo-owner'
import { anOwner, type Owner, signIn } from '../fixtures'
import { waitForMails } from '../mail-folder'
import { SERVICE } from '../service-address'
import { openRows } from '../service-rows'

/*
 * Pages that need a prepared state: links from emails, intermediate sign-in steps, and states of accounts or organizations. The state lasts
 * while the screenshots are taken.
 */

/** @property owner signed-in user, if any @property step token of a pending sign-in */
export type Staged = { folder: string; place: string; owner?: Owner; step?: string }

type Ask = (sql: string, ...values: unknown[]) => Promise<void>

export async function stage(browser: Browser): Promise<Staged[]> {
  const pool = openRows(SERVICE.dataDir)
  const ask: Ask = async (sql, ...values) => void (await pool.query(sql, values))
  try {
    return [
      ...(await strangersPages(ask)),
      { folder: 'stranger', place: await invitation(browser) },
      ...(await statesOfPeople(ask, browser)),
    ]
  } finally {
    await pool.end()
  }
}

const USER = '(SELECT id FROM "user" WHERE email = $1)'
const TOMORROW = "now() + interval '1 day'"

/** Link and step tokens: the database stores only their hashes. */
async function strangersPages(ask: Ask): Promise<Staged[]> {
  const { email } = await anOwner()
  const [reset, change, second, finish] = [aToken(), aToken(), aToken(), aToken()]
  const link = `INSERT INTO account_token (token_hash, purpose, user_id, email, expires_at) VALUES ($2, $3, ${USER}, $4, ${TOMORROW})`
  const next = `new-${email}`
  await ask(link, email, reset.hash, 'passwordReset', email)
  await ask(link, email, change.hash, 'emailChangeTo', next)
  await ask(`INSERT INTO email_change (user_id, email, expires_at) VALUES (${USER}, $2, ${TOMORROW})`, email, next)
  await ask(
    `INSERT INTO authenticator_app (id, user_id, secret_encrypted, confirmed_at) VALUES (uuid_v7(), ${USER}, 'unreadable', now())`,
    email,
  )
  await ask(
    `INSERT INTO sign_in_challenge (token_hash, purpose, user_id, expires_at) VALUES ($2, 'secondStep', ${USER}, ${TOMORROW})`,
    email,
    second.hash,
  )
  const claims = {
    provider: 'oidc',
    issuer: 'https://id.example.com',
    subject: randomUUID(),
    email: `grace-${randomUUID()}@example.com`,
    isEmailVerified: true,
    name: 'Grace Hopper',
  }
  await ask(
    `INSERT INTO sign_in_challenge (token_hash, purpose, details, expires_at) VALUES ($1, 'newIdentity', $2::jsonb, ${TOMORROW})`,
    finish.hash,
    JSON.stringify(claims),
  )
  const folder = 'stranger'
  return [
    { folder, place: `/reset-password/${reset.token}` },
    { folder, place: `/email-change/${change.token}` },
    { folder, place: '/sign-in/second-step', step: second.token },
    { folder, place: '/sign-in/finish', step: finish.token },
  ]
}

function aToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** The link is signed by the service, and exists only in the email. */
async function invitation(browser: Browser): Promise<string> {
  const email = `invited-${randomUUID()}@example.com`
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  await signIn(await context.newPage(), await anOwner())
  const headers = { Origin: SERVICE.baseUrl }
  await context.request.post('/api/trpc/members.invite', { headers, data: { email, role: 'admin' } })
  const [mail] = await waitForMails(email, 1, 30_000)
  await context.close()
  return /\/invitations\/[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0] ?? '/invitations/none'
}

/** Two-factor required, account deletion, organization deletion, and a link into another organization of the user. */
async function statesOfPeople(ask: Ask, browser: Browser): Promise<Staged[]> {
  const [heldBack, leaving, deleting, elsewhere] = [await anOwner(), await anOwner(), await anOwner(), await anOwner()]
  const week = "now() + interval '7 days'"
  await ask('UPDATE organization SET asks_second_factor = true WHERE id = $1', heldBack.organizationId)
  await ask(`UPDATE "user" SET deletes_at = ${week} WHERE email = $1`, leaving.email)
  await ask(`UPDATE organization SET deletes_at = ${week} WHERE id = $1`, deleting.organizationId)
  const { organizationId } = demoOwner()
  await ask(
    `INSERT INTO membership (organization_id, user_id, role) VALUES ($2, ${USER}, 'member')`,
    elsewhere.email,
    organizationId,
  )
  // A sign-in selects the organization joined first: the user's own.
  return [
    { folder: 'held-back', place: '/', owner: heldBack },
    { folder: 'leaving', place: '/', owner: leaving },
    { folder: 'deleting', place: '/', owner: deleting },
    { folder: 'deleting', place: '/settings', owner: deleting },
    { folder: 'elsewhere', place: await contactOfDemo(browser), owner: elsewhere },
  ]
}

async function contactOfDemo(browser: Browser): Promise<string> {
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, demoOwner())
  await page.goto('/contacts')
  const href = await page.locator('[data-row-link]').first().getAttribute('href')
  await context.close()
  return href ?? '/contacts'
}
