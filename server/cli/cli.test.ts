import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCredentials } from '../auth/accounts'
import { db } from '../db'
import { log } from '../log'
import { redirectSecurityLog } from '../security-events'
import { anApiKey, anEmailAddress, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { sendRestRequest } from '../testing/rest-client'
import { collectSecurityLog } from '../testing/security-log'
import { runCommand } from './run-command'

const ROOT = path.resolve(import.meta.dirname, '../..')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the command line', () => {
  it('org:create makes an organization and its owner, who can sign in; org:list shows it', async () => {
    const email = anEmailAddress()
    const made = await succeed('org:create', '--name', 'Front desk', '--email', email, '--password', 'long enough')

    expect(made).toEqual({ organizationId: expect.any(String), userId: expect.any(String), email })
    expect(await verifyCredentials({ email, password: 'long enough' })).toMatchObject({ id: made.userId })
    const { organizations } = await succeed('org:list')
    expect(organizations).toContainEqual({
      id: made.organizationId,
      name: 'Front desk',
      demo: false,
      verified: true,
      suspended: false,
    })
  })

  it('key:create, key:set-active and key:revoke act on the API at once', async () => {
    const org = await anOrganization()
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const { apiKeyId, key, scopes } = await succeed(
      'key:create',
      '--org',
      org,
      '--name',
      'Till',
      '--scopes',
      'contacts:read, surveys:*',
      '--expires',
      expires,
    )
    expect(scopes).toEqual(['contacts:read', 'surveys:*'])
    const status = async () => (await sendRestRequest(String(key), 'GET /contacts')).status
    expect(await status()).toBe(200)

    expect(await succeed('key:set-active', '--key', String(apiKeyId), '--active', 'false')).toEqual({
      apiKeyId,
      isActive: false,
    })
    expect(await status()).toBe(401)
    await succeed('key:set-active', '--key', String(apiKeyId), '--active', 'true')
    expect(await status()).toBe(200)
    expect(await succeed('key:revoke', '--key', String(apiKeyId))).toMatchObject({ apiKeyId, revoked: true })
    expect(await status()).toBe(401)
  })

  it.each([
    ['9999-12-31T23:59:59-08:00', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
  ])('key:create accepts %s as the expiry date', async (expires, stored) => {
    const org = await anOrganization()
    const { apiKeyId } = await succeed(
      'key:create',
      '--org',
      org,
      ...'--name T --scopes admin --expires'.split(' '),
      expires,
    )
    const { expiresAt } = await db.apiKey.findUniqueOrThrow({ where: { id: String(apiKeyId) } })
    expect(expiresAt).toEqual(new Date(stored))
  })

  it('key:rotate gives a key a new secret, and key:end-previous revokes the old one', async () => {
    const organizationId = await anOrganization()
    const { id, key } = await anApiKey(organizationId, ['contacts:read'])
    const status = async (secret: unknown) => (await sendRestRequest(String(secret), 'GET /contacts')).status
    const rotated = await succeed('key:rotate', '--key', id, '--overlap', '2')
    expect(rotated).toMatchObject({ apiKeyId: id, previousEndsAt: expect.any(String) as string })
    expect([await status(key), await status(rotated.key)]).toEqual([200, 200])
    await succeed('key:end-previous', '--key', id)
    expect([await status(key), await status(rotated.key)]).toEqual([401, 200])
    const next = await succeed('key:rotate', '--key', id, '--overlap', '0')
    expect(next.previousEndsAt).toBeNull()
    expect([await status(rotated.key), await status(next.key)]).toEqual([401, 200])
  })

  it('sequence:create saves a sequence from a file, and sequence:set-status activates it', async () => {
    const org = await anOrganization()
    const { id: surveyId } = await aSurvey(org)
    const file = path.join(folder, 'sequence.json')
    await writeFile(file, JSON.stringify({ name: 'After a visit', steps: [{ type: 'survey', delay: 2, surveyId }] }))

    const { sequenceId, stepIds } = await succeed('sequence:create', '--org', org, '--file', file)
    expect(await succeed('sequence:set-status', '--sequence', String(sequenceId), '--status', 'active')).toEqual({
      sequenceId,
      status: 'active',
    })

    expect(
      await db.sequence.findUnique({ where: { id: String(sequenceId) }, include: { steps: { select: { id: true } } } }),
    ).toMatchObject({ organizationId: org, status: 'active', steps: (stepIds as string[]).map((id) => ({ id })) })
  })

  it('org:set-rate-limit applies from the next request on, and default restores the standard limit', async () => {
    const org = await anOrganization()
    const { key } = await succeed('key:create', '--org', org, '--name', 'Till', '--scopes', 'contacts:read')
    const answer = () => sendRestRequest(String(key), 'GET /contacts')
    expect(await succeed('org:set-rate-limit', '--org', org, '--per-minute', '2', '--per-hour', '5000')).toEqual({
      organizationId: org,
      perMinute: 2,
      perHour: 5000,
    })
    expect((await answer()).headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60, "hour";q=5000;w=3600')
    expect((await answer()).status).toBe(200)
    expect((await answer()).status).toBe(429)

    await succeed('org:set-rate-limit', '--org', org, '--per-minute', 'default')
    expect((await answer()).headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60, "hour";q=5000;w=3600')
  })

  it('org:suspend closes the API and org:resume reopens it; org:list and the security log show it', async () => {
    const org = await anOrganization()
    const { key } = await succeed('key:create', '--org', org, '--name', 'Till', '--scopes', 'contacts:read')
    const status = async () => (await sendRestRequest(String(key), 'GET /contacts')).status

    const events: Record<string, unknown>[] = []
    collectSecurityLog(events)
    try {
      const suspended = await succeed('org:suspend', '--org', org, '--reason', 'Reported by a bank')
      expect(suspended).toMatchObject({ organizationId: org, reason: 'Reported by a bank' })
    } finally {
      redirectSecurityLog(log)
    }
    expect(events).toEqual([
      expect.objectContaining({
        event: 'organization.suspended',
        actor: { type: 'operator', id: null },
        organizationId: org,
        reason: 'Reported by a bank',
      }),
    ])
    expect(await status()).toBe(403)
    const { organizations } = await succeed('org:list')
    expect(organizations).toContainEqual(expect.objectContaining({ id: org, suspended: true }))

    expect(await succeed('org:resume', '--org', org)).toEqual({ organizationId: org, suspended: false })
    expect(await status()).toBe(200)
  })

  it('org:check-counts reports the number of wrong counts, and rebuilds them on request', async () => {
    const org = await anOrganization()
    await aResponse(org, (await aSurvey(org)).id, { npsScore: 9, rating: 9, band: 'positive' })
    expect(await succeed('org:check-counts', '--org', org)).toEqual({ organizationId: org, wrong: 0, rebuilt: false })
    expect(await succeed('org:check-counts', '--org', org, '--rebuild', 'always')).toMatchObject({ rebuilt: true })
  })

  it('org:set-quota sets, lifts and resets the daily quota, and org:record-complaints counts', async () => {
    const org = await anOrganization()
    const set = (rule: string) => succeed('org:set-quota', '--org', org, '--per-day', rule)
    expect(await set('500')).toEqual({ organizationId: org, limitToday: 500 })
    expect(await set('earned')).toEqual({ organizationId: org, limitToday: 200 })
    expect(await set('none')).toEqual({ organizationId: org, limitToday: null })
    expect(await succeed('org:record-complaints', '--org', org, '--count', '3')).toEqual({
      organizationId: org,
      complaintsToday: 3,
    })
  })

  it('user:reset-password replaces the password', async () => {
    const email = anEmailAddress()
    await succeed('org:create', '--name', 'N', '--email', email, '--password', 'first password')
    await succeed('user:reset-password', '--email', email, '--password', 'second password')
    expect(await verifyCredentials({ email, password: 'first password' })).toBeNull()
    expect(await verifyCredentials({ email, password: 'second password' })).not.toBeNull()
  })

  it('prints one JSON object, with security events on standard error, and reads a password from standard input', async () => {
    const email = anEmailAddress()
    const args = ['org:create', '--name', 'N', '--email', email, '--password', '-']
    const { code, stdout, stderr } = await spawn(args, 'from a pipe\nand not this\n')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\{"organizationId":.*\}\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ email })
    // Only the security log line.
    expect(JSON.parse(stderr)).toMatchObject({ event: 'sign_up.succeeded', actor: { type: 'operator' } })
    expect(stderr).not.toContain('from a pipe')
    expect(await verifyCredentials({ email, password: 'from a pipe' })).not.toBeNull()
  })

  it('prints only messages, on standard error, and exits with 1 if a command fails, as without a password', async () => {
    expect(await spawn(['user:reset-password', '--email', anEmailAddress(), '--password', '-'], '')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no password on standard input.\nUsage: user:reset-password --email E --password P\n',
    })
  })

  it.each([
    ['no command', [], 'Choose a command.'],
    ['an unknown command', ['org:destroy'], 'There is no command org:destroy.'],
    ['an inherited name', ['toString'], 'There is no command toString.'],
    ['a missing flag', ['org:create', '--name', 'N'], 'Add --email and --password.'],
    ['an unknown flag', ['org:list', '--all', 'x'], 'This command has no flag --all.'],
    ['a word that is no flag', ['org:list', 'now'], 'now is not a flag.'],
    ['a flag without a value', ['key:revoke', '--key'], 'Add a value to --key.'],
    ['an id that is none', ['key:revoke', '--key', '7'], '--key must be a UUID, not 7.'],
    ['an unknown key', ['key:revoke', '--key', uuidv7()], 'API key not found.'],
    [
      'a limit of nothing',
      ['org:set-rate-limit', '--org', uuidv7(), '--per-hour', '0'],
      '--per-hour must be a whole number',
    ],
    ['no limit at all', ['org:set-rate-limit', '--org', uuidv7()], 'Add --per-minute or --per-hour.'],
    [
      'the limit of an unknown organization',
      ['org:set-rate-limit', '--org', uuidv7(), '--per-hour', '5'],
      'Organization not found.',
    ],
    ['a file that is not there', ['sequence:create', '--org', 'ORG', '--file', '/none'], '/none cannot be read'],
    [
      'a quota that is none',
      ['org:set-quota', '--org', 'ORG', '--per-day', '0'],
      '--per-day must be a number of 1 or more',
    ],
    [
      'a way of counting that is none',
      ['org:check-counts', '--org', 'ORG', '--rebuild', 'x'],
      '--rebuild must be wrong',
    ],
    ['a scope that is none', ['key:create', '--org', 'ORG', '--name', 'x', '--scopes', 'all'], 'scopes.0: Choose'],
    [
      'a time in the past',
      ['key:create', '--org', 'ORG', '--name', 'x', '--scopes', 'admin', '--expires', '2020-01-01'],
      'expiresAt: Choose a time in the future.',
    ],
  ])('the command line answers %s with an error message', async (_, args, sentence) => {
    const org = args.includes('ORG') ? await anOrganization() : ''
    const outcome = await runCommand(args.map((arg) => (arg === 'ORG' ? org : arg)))
    expect('messages' in outcome ? outcome.messages[0] : outcome).toContain(sentence)
  })

  it('the command line follows the message about wrong flags with the usage of the command', async () => {
    expect(await runCommand(['org:create', '--name', 'N'])).toEqual({
      messages: ['Add --email and --password.', 'Usage: org:create --name N --email E --password P'],
    })
  })
})

/** Runs in this process, which is about a second faster than spawning the CLI. */
async function succeed(...args: string[]): Promise<Record<string, unknown>> {
  const outcome = await runCommand(args)
  if ('messages' in outcome) throw new Error(outcome.messages.join(' '))
  return outcome.answer as Record<string, unknown>
}

function spawn(args: string[], input = ''): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', 'server/cli/cli.ts', ...args]
    const child = execFile(process.execPath, command, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}
