import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { anOwner, type Owner, signInByCookie } from '../fixtures'
import { waitForMails } from '../mail-folder'
import { readDemoOwner } from '../read-demo-owner'
import { SERVICE } from '../service-config'
import { openServiceDatabase } from '../service-database'

/*
 * Pages that need a prepared state: links from emails, intermediate sign-in steps, and states of accounts or organizations. The state lasts
 * while the screenshots are taken.
 */

/** @property owner signed-in user, if any @property signInToken token of a pending sign-in */
export type PageState = { folder: string; path: string; owner?: Owner; signInToken?: string }

type Execute = (sql: string, ...values: unknown[]) => Promise<void>

export async function preparePageStates(browser: Browser): Promise<PageState[]> {
  const pool = openServiceDatabase(SERVICE.dataDir)
  const execute: Execute = async (sql, ...values) => void (await pool.query(sql, values))
  try {
    return [
      ...(await prepareSignedOutPages(execute)),
      { folder: 'signed-out', path: await invitationPath(browser) },
      ...(await prepareAccountStates(execute, browser)),
    ]
  } finally {
    await pool.end()
  }
}

const USER = '(SELECT id FROM "user" WHERE email = $1)'
const TOMORROW = "now() + interval '1 day'"

/** Link and step tokens: the database stores only their hashes. */
async function prepareSignedOutPages(execute: Execute): Promise<PageState[]> {
  const { email } = await anOwner()
  const [reset, change, second, finish] = [aToken(), aToken(), aToken(), aToken()]
  const link = `INSERT INTO account_token (token_hash, purpose, user_id, email, expires_at) VALUES ($2, $3, ${USER}, $4, ${TOMORROW})`
  const next = `new-${email}`
  await execute(link, email, reset.hash, 'passwordReset', email)
  await execute(link, email, change.hash, 'emailChangeTo', next)
  await execute(`INSERT INTO email_change (user_id, email, expires_at) VALUES (${USER}, $2, ${TOMORROW})`, email, next)
  await execute(
    `INSERT INTO authenticator_app (id, user_id, secret_encrypted, confirmed_at) VALUES (uuid_v7(), ${USER}, 'unreadable', now())`,
    email,
  )
  await execute(
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
  await execute(
    `INSERT INTO sign_in_challenge (token_hash, purpose, details, expires_at) VALUES ($1, 'newIdentity', $2::jsonb, ${TOMORROW})`,
    finish.hash,
    JSON.stringify(claims),
  )
  const folder = 'signed-out'
  return [
    { folder, path: `/reset-password/${reset.token}` },
    { folder, path: `/email-change/${change.token}` },
    { folder, path: '/sign-in/second-step', signInToken: second.token },
    { folder, path: '/sign-in/finish', signInToken: finish.token },
  ]
}

function aToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** The link is signed by the service, and exists only in the email. */
async function invitationPath(browser: Browser): Promise<string> {
  const email = `invited-${randomUUID()}@example.com`
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  await signInByCookie(await context.newPage(), await anOwner())
  const headers = { Origin: SERVICE.baseUrl }
  await context.request.post('/api/trpc/members.invite', { headers, data: { email, role: 'admin' } })
  const [mail] = await waitForMails(email, 1, 30_000)
  await context.close()
  return /\/invitations\/[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0] ?? '/invitations/none'
}

/** Two-factor required, account deletion, organization deletion, and a link into another organization of the user. */
async function prepareAccountStates(execute: Execute, browser: Browser): Promise<PageState[]> {
  const [twoFactorRequired, deletingAccount, deletingOrganization, otherOrganization] = [
    await anOwner(),
    await anOwner(),
    await anOwner(),
    await anOwner(),
  ]
  const week = "now() + interval '7 days'"
  await execute('UPDATE organization SET asks_second_factor = true WHERE id = $1', twoFactorRequired.organizationId)
  await execute(`UPDATE "user" SET deletes_at = ${week} WHERE email = $1`, deletingAccount.email)
  await execute(`UPDATE organization SET deletes_at = ${week} WHERE id = $1`, deletingOrganization.organizationId)
  const { organizationId } = readDemoOwner()
  await execute(
    `INSERT INTO membership (organization_id, user_id, role) VALUES ($2, ${USER}, 'member')`,
    otherOrganization.email,
    organizationId,
  )
  // A sign-in selects the organization joined first: the user's own.
  return [
    { folder: 'two-factor-required', path: '/', owner: twoFactorRequired },
    { folder: 'deleting-account', path: '/', owner: deletingAccount },
    { folder: 'deleting-organization', path: '/', owner: deletingOrganization },
    { folder: 'deleting-organization', path: '/settings', owner: deletingOrganization },
    { folder: 'other-organization', path: await demoContactPath(browser), owner: otherOrganization },
  ]
}

async function demoContactPath(browser: Browser): Promise<string> {
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  const page = await context.newPage()
  await signInByCookie(page, readDemoOwner())
  await page.goto('/contacts')
  const href = await page.locator('[data-row-link]').first().getAttribute('href')
  await context.close()
  return href ?? '/contacts'
}
