import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withDnsLookups } from '../domain-checks/dns-lookups'
import { env } from '../env'
import { useEnvironment } from '../testing/environment'
import { aNameServer, type DnsRecords, type NameServer } from '../testing/servers/name-server'
import { generateDkimKey } from './dkim-key'
import { suggestSpfRecord } from './dns/check-spf-record'
import { checkDnsRecords } from './dns-records'

useEnvironment({ SPF_INCLUDE: 'spf.service.example', RETURN_PATH_HOST: 'bounces.service.example' })

const QUICK = { queryMs: 200, totalMs: 5000 }
const DOMAIN = 'mail.shop.example'
const row = { domain: DOMAIN, dkimSelector: 'cfs1', dkimPublicKey: '', check: null }
const DKIM = `cfs1._domainkey.${DOMAIN}`

let server: NameServer

beforeAll(async () => {
  row.dkimPublicKey = (await generateDkimKey()).publicKey
})

beforeEach(async () => {
  server = await aNameServer()
  env.dnsServers = server.nameServers
  return () => server.close()
})

const set = (name: string, records: DnsRecords) => server.set(name, records)
const check = (limits = QUICK) => withDnsLookups((lookups) => checkDnsRecords(row, lookups), limits)
const checkOne = async (kind: 'dkim' | 'dmarc' | 'spf' | 'returnPath') => (await check())[kind]
const dkimRecord = () => `v=DKIM1; k=rsa; p=${row.dkimPublicKey}`

describe('the DKIM record', () => {
  it.each<[string, string, () => DnsRecords]>([
    ['as wanted', 'ok', () => ({ txt: [dkimRecord()] })],
    [
      'in strings split at other places',
      'ok',
      () => ({ txt: [[dkimRecord().slice(0, 30), dkimRecord().slice(30, 200), dkimRecord().slice(200)]] }),
    ],
    [
      'with white space, without optional tags',
      'ok',
      () => ({ txt: [`p=${row.dkimPublicKey.slice(0, 60)} ${row.dkimPublicKey.slice(60)}`] }),
    ],
    ['in testing mode and for mail only', 'ok', () => ({ txt: [`${dkimRecord()}; t=y; s=email; h=sha1:sha256`] })],
    ['of another key', 'wrong', () => ({ txt: [dkimRecord().replace('p=MI', 'p=IM')] })],
    ['cut after 255 characters', 'wrong', () => ({ txt: [dkimRecord().slice(0, 255)] })],
    ['revoked', 'wrong', () => ({ txt: ['v=DKIM1; p='] })],
    ['for sha1 only', 'wrong', () => ({ txt: [`${dkimRecord()}; h=sha1`] })],
    ['for other services than mail', 'wrong', () => ({ txt: [`${dkimRecord()}; s=other`] })],
    ['beside a second one', 'duplicate', () => ({ txt: [dkimRecord(), 'v=DKIM1; p='] })],
    ['of another type only', 'missing', () => ({ addresses: ['192.0.2.1'] })],
  ])('%s is %s', async (_, status, records) => {
    set(DKIM, records())
    expect(await checkOne('dkim')).toMatchObject({ status })
  })

  it('is found behind a CNAME', async () => {
    set(DKIM, { cname: 'key.elsewhere.example' })
    set('key.elsewhere.example', { txt: [dkimRecord()] })
    expect(await checkOne('dkim')).toMatchObject({ status: 'ok', found: [dkimRecord()] })
  })

  it('is missing where the name does not exist', async () => {
    expect(await checkOne('dkim')).toMatchObject({ status: 'missing', found: [] })
  })

  it.each(['SERVFAIL', 'silence'] as const)('is unreachable, not missing, after %s', async (answer) => {
    server.set(DKIM, answer)
    expect(await checkOne('dkim')).toMatchObject({ status: 'unreachable', found: [] })
  })

  it('is found although the first answer is slower than a query may take', async () => {
    server.set(DKIM, { txt: [dkimRecord()] }, 300)
    expect(await checkOne('dkim')).toMatchObject({ status: 'ok' })
  })

  it('shows at most five records of a thousand characters, without control characters', async () => {
    set(DKIM, { txt: [`a\u0000\u001b${'x'.repeat(3000)}`, ...Array.from({ length: 9 }, (_, index) => `r${index}`)] })
    const { found = [] } = (await checkOne('dkim')) ?? {}
    expect(found).toHaveLength(5)
    expect(found[0]).toMatch(/^a\u{FFFD}\u{FFFD}x{997}$/u)
  })
})

describe('the DMARC record', () => {
  it.each<[string, object, string]>([
    ['v=DMARC1; p=none', { status: 'ok', policy: 'none', at: null }, `_dmarc.${DOMAIN}`],
    ['v=DMARC1;p=reject;rua=mailto:a@b.example', { status: 'ok', policy: 'reject', at: null }, `_dmarc.${DOMAIN}`],
    ['v=DMARC1; rua=mailto:a@b.example', { status: 'ok', policy: 'none' }, `_dmarc.${DOMAIN}`],
    [
      'v=DMARC1; p=reject; sp=quarantine',
      { status: 'ok', policy: 'quarantine', at: 'shop.example' },
      '_dmarc.shop.example',
    ],
    ['v=DMARC1', { status: 'wrong', policy: null }, `_dmarc.${DOMAIN}`],
    ['v=DMARC1; p=everything', { status: 'wrong', policy: null }, `_dmarc.${DOMAIN}`],
    ['v=DMARC1; p=none', { status: 'missing' }, '_dmarc.example'],
    ['p=none; v=DMARC1', { status: 'missing' }, `_dmarc.${DOMAIN}`],
  ])('%s is read as %o', async (record, expected, name) => {
    set(name, { txt: ['google-site-verification=1', record] })
    expect(await checkOne('dmarc')).toMatchObject(expected)
  })

  it('of the domain counts before that of a parent', async () => {
    set(`_dmarc.${DOMAIN}`, { txt: ['v=DMARC1; p=none'] })
    set('_dmarc.shop.example', { txt: ['v=DMARC1; p=reject'] })
    expect(await checkOne('dmarc')).toMatchObject({ policy: 'none' })
  })

  it('is looked for with at most eight queries', async () => {
    const long = `${'a.'.repeat(30)}shop.example`
    await withDnsLookups((lookups) => checkDnsRecords({ ...row, domain: long }, lookups), QUICK)
    const parents = Array.from({ length: 31 }, (_, index) => `_dmarc.${'a.'.repeat(index)}shop.example`)
    const queried = parents.filter((name) => server.queryCount(name) > 0)
    expect(queried.length).toBeGreaterThan(1)
    expect(queried.length).toBeLessThanOrEqual(8)
  })
})

describe('the return path', () => {
  it.each([
    ['Bounces.Service.Example', 'ok'],
    ['bounces.other.example', 'wrong'],
  ])('to %s is %s', async (cname, status) => {
    set(`bounce.${DOMAIN}`, { cname })
    expect(await checkOne('returnPath')).toMatchObject({ status })
  })

  it('is missing where the name has other records', async () => {
    set(`bounce.${DOMAIN}`, { txt: ['v=spf1 -all'] })
    expect(await checkOne('returnPath')).toMatchObject({ status: 'missing' })
  })
})

describe('the SPF record', () => {
  beforeEach(() => set('spf.service.example', { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] }))

  it.each<[string, string, object]>([
    ['with the include', 'v=spf1 include:spf.service.example ~all', { status: 'ok', lookups: 1 }],
    ['with the include in capitals', 'V=SPF1 INCLUDE:SPF.service.example ~ALL', { status: 'ok', lookups: 1 }],
    ['with the include after all', 'v=spf1 -all include:spf.service.example', { status: 'wrong' }],
    ['that fails what the include matches', 'v=spf1 -include:spf.service.example ~all', { status: 'wrong' }],
    ['without the include', 'v=spf1 ip6:2001:db8::/32 -all', { status: 'wrong', lookups: 0 }],
    ['with an unknown mechanism', 'v=spf1 include:spf.service.example includes:x.example', { status: 'wrong' }],
    ['that is not SPF', 'spf1 include:spf.service.example', { status: 'missing' }],
  ])('%s', async (_, record, expected) => {
    set(DOMAIN, { txt: ['ms=ms1', record] })
    expect(await checkOne('spf')).toMatchObject(expected)
  })

  it('reaches the include through another one, or through a redirect', async () => {
    set(DOMAIN, { txt: ['v=spf1 redirect=all.shop.example'] })
    set('all.shop.example', { txt: ['v=spf1 include:more.shop.example ?all'] })
    set('more.shop.example', { txt: ['v=spf1 include:spf.service.example'] })
    expect(await checkOne('spf')).toMatchObject({ status: 'ok', lookups: 3 })
  })

  it('needs at most ten look-ups, those of includes counted', async () => {
    const others = Array.from({ length: 10 }, (_, index) => `n${index}.example`)
    for (const name of others) set(name, { txt: ['v=spf1 -all'] })
    const record = (count: number) =>
      `v=spf1 ${others
        .slice(0, count)
        .map((name) => `include:${name}`)
        .join(' ')} include:spf.service.example ~all`
    set(DOMAIN, { txt: [record(9)] })
    expect(await checkOne('spf')).toMatchObject({ status: 'ok', lookups: 10 })
    set(DOMAIN, { txt: [record(10)] })
    expect(await checkOne('spf')).toMatchObject({ status: 'tooManyLookups', lookups: 11 })
  })

  it('that includes itself has too many look-ups', async () => {
    set(DOMAIN, { txt: [`v=spf1 include:${DOMAIN} include:spf.service.example ~all`] })
    expect(await checkOne('spf')).toMatchObject({ status: 'tooManyLookups' })
  })

  it('needs at most two look-ups without an answer', async () => {
    set(DOMAIN, { txt: ['v=spf1 a:no1.example mx:no2.example include:spf.service.example ~all'] })
    expect(await checkOne('spf')).toMatchObject({ status: 'ok', lookups: 3 })
    set(DOMAIN, { txt: ['v=spf1 a:no1.example mx:no2.example exists:no3.example include:spf.service.example ~all'] })
    expect(await checkOne('spf')).toMatchObject({ status: 'tooManyVoidLookups' })
  })

  it('with two records is void', async () => {
    set(DOMAIN, { txt: ['v=spf1 include:spf.service.example ~all', 'v=spf1 -all'] })
    expect(await checkOne('spf')).toMatchObject({ status: 'duplicate' })
  })

  it('is unreachable if an include does not answer', async () => {
    set(DOMAIN, { txt: ['v=spf1 include:slow.example include:spf.service.example ~all'] })
    server.set('slow.example', 'silence')
    expect(await checkOne('spf')).toMatchObject({ status: 'unreachable' })
  })

  it.each([
    [null, 'v=spf1 include:spf.service.example ~all'],
    ['v=spf1 a mx -all', 'v=spf1 a mx include:spf.service.example -all'],
    ['v=spf1 redirect=_spf.shop.example', 'v=spf1 include:spf.service.example redirect=_spf.shop.example'],
    ['v=spf1 a', 'v=spf1 a include:spf.service.example'],
  ])('%s is completed to %s', (existing, wanted) => {
    expect(suggestSpfRecord(existing, 'spf.service.example')).toBe(wanted)
  })
})

it('a check ends after its total time, with what was not answered as unreachable', async () => {
  set(DKIM, { txt: [dkimRecord()] })
  for (const name of [DOMAIN, `_dmarc.${DOMAIN}`, `bounce.${DOMAIN}`]) server.set(name, 'silence')
  const { dkim, dmarc, spf, returnPath } = await check({ queryMs: 60_000, totalMs: 500 })
  expect([dkim, dmarc, spf, returnPath].map((each) => each?.status)).toEqual([
    'ok',
    'unreachable',
    'unreachable',
    'unreachable',
  ])
})

it('a check asks at most sixty times', async () => {
  await withDnsLookups(async (lookups) => {
    const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => lookups.txt(`${index}.${DOMAIN}`)))
    expect(answers.filter(({ state }) => state === 'none')).toHaveLength(60)
    expect(answers.filter(({ state }) => state === 'unreachable')).toHaveLength(10)
  }, QUICK)
})
