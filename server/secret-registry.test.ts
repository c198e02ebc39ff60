import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { db } from './db'
import { ENCRYPTED_COLUMNS, HASHED_COLUMNS, TOKEN_PURPOSES } from './secret-registry'

const root = path.resolve(import.meta.dirname, '..')
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

/** Columns that look derived from APP_SECRET and are not, with the reason. */
const OTHERS: Record<string, string> = {
  'contact_import_chunk.bytes': 'a part of an uploaded file',
  'rate_limit_counter.bucket': 'throttle: forgotten within minutes',
  'phone_change.code_hash': 'phone-code: forgotten within minutes',
  'idempotency_record.request_hash': 'the fingerprint of a request, of no secret',
  'review_consent.state_hash': 'the fingerprint of a state that is random',
  'passkey.public_key': 'a key that is public',
  'recovery_code.code_hash': 'a salted hash of its own (argon2id)',
  'sign_in_challenge.token_hash': 'the fingerprint of a token that is random',
  'sending_dedupe_key.key_hash': 'the fingerprint of a caller’s text, without a secret',
  'survey_short_link.code_hash': 'the fingerprint of a code: it is found whatever the secret',
  'shared_results.password_hash': 'a salted hash of its own (argon2id)',
  'shared_results.token_hash': 'the fingerprint of a secret that is random',
  'trigger_address.secret_hash': 'the fingerprint of a secret that is random',
  'trigger_address.previous_secret_hash': 'the fingerprint of a secret that is random',
  'account_token.token_hash': 'the fingerprint of a token that is random',
  'survey_link.pin_hash': 'a salted hash of its own (argon2id)',
  'user.password_hash': 'a salted hash of its own (scrypt)',
  'organization_logo.png': 'an image, for everyone to see',
}

const listRegistered = () =>
  [...Object.values(ENCRYPTED_COLUMNS).flat(), ...Object.values(HASHED_COLUMNS).flat()].map(nameOf)

it('every column that holds bytes, a ciphertext or a hash is listed for secret rotation', async () => {
  const columns = await db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name ~ '(hash|encrypted|sealed|cipher|token|secret)$')`
  expect(
    columns
      .map(nameOf)
      .filter((name) => OTHERS[name] === undefined)
      .toSorted(),
  ).toEqual(
    listRegistered()
      .filter((name) => name !== 'idempotency_record.body')
      .toSorted(),
  )
})

it('every column that the schema documents as made under APP_SECRET is listed for secret rotation', () => {
  const schema = readFileSync(path.join(root, 'prisma/schema.prisma'), 'utf8')
  const documentedColumns = [...schema.matchAll(/under APP_SECRET[^\n]*\n\s+\w+\s[^\n]*/g)].map(
    ([text]) => /@map\("(\w+)"\)/.exec(text)?.[1] ?? 'hash',
  )
  expect(documentedColumns).not.toEqual([])
  for (const column of documentedColumns) expect(listRegistered().map((name) => name.split('.')[1])).toContain(column)
})

it('only the encryption and environment modules use the application secrets', () => {
  const users = sources().filter((file) => /\bappSecrets?\b/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(users.toSorted()).toEqual(['server/encryption.ts', 'server/env.ts'])
})

it('every encryption purpose is used, and every use names a listed purpose', () => {
  const purposes = [...Object.keys(ENCRYPTED_COLUMNS), ...Object.keys(HASHED_COLUMNS), ...TOKEN_PURPOSES]
  const calls = sources().flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /(?<!function )\b(?:encryptSecret|decryptSecret|keyedHash|keyedHashesUnderAllSecrets|signToken|verifyToken)\(\s*('[\w-]+'|[\w.]+)/g,
    ),
  ])
  const used = new Set(calls.map(([, purpose]) => purpose?.replaceAll("'", '')))
  used.delete('purpose')
  expect(used).toEqual(new Set(purposes))
})

/** Production sources, without tests. */
function sources(): string[] {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'app', 'inngest', 'prisma'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
}
