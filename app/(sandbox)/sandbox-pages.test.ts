import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { consumeSandboxSiteWriteLimit } from '@/server/rate-limit/sandbox-site-rate-limit'
import { aLocation, anOrganization } from '@/server/testing/factories/basics'
import { insertSandboxReviews } from '@/server/testing/factories/reviews'
import { GET, POST } from './sandbox/[site]/route'

let organizationId: string
let path: string

async function aSite(name = 'Harbour & <Co>'): Promise<{ id: string; path: string }> {
  const id = await anOrganization({ name })
  await db.sandboxSite.create({ data: { organizationId: id } })
  return { id, path: `/sandbox/${signToken('sandbox-site', id)}` }
}

beforeEach(async () => {
  ;({ id: organizationId, path } = await aSite())
})

async function send(address: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const request = new Request(`http://localhost${address}`, { ...init, headers })
  const site = new URL(request.url).pathname.split('/')[2] ?? ''
  const response = await (form === undefined ? GET : POST)(request, { params: Promise.resolve({ site }) })
  const location = response.headers.get('location')
  return { status: response.status, headers: response.headers, location, html: await response.text() }
}

const WORDS = { author: 'Ada L.', rating: '4', text: 'Good coffee.' }
const rows = (id = organizationId) => db.sandboxReview.findMany({ where: { organizationId: id } })

async function write(words: Partial<typeof WORDS> = {}): Promise<string> {
  const { status, location } = await send(path, { _action: 'write', ...WORDS, ...words })
  expect(status).toBe(303)
  return location?.split('#review-')[1] ?? ''
}

async function aPendingReply(): Promise<string> {
  const id = await write()
  const reply = { replyText: 'Thank you & <come> again!', repliedAt: new Date(), replyState: 'pending' }
  await db.sandboxReview.update({ where: { id }, data: reply })
  return id
}

describe('trial site page', () => {
  it('200: the trial site page sets no cookie, uses one-time nonces, and is not cached, framed or indexed', async () => {
    const { status, headers, html } = await send(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    const nonce = /script-src 'nonce-([\w+/=]{24})'/.exec(policy)?.[1]
    expect(html.match(/<(?:style|script)[^>]*>/g)).toEqual([`<script nonce="${nonce}">`, `<style nonce="${nonce}">`])
    expect(html).not.toMatch(/ style="|(?:src|href|action)="(?:https?:)?\/\//)
    expect((await send(path)).headers.get('content-security-policy')).not.toBe(policy)
  })

  it('200: an empty trial site shows the organization’s name, a trial notice and that there are no reviews', async () => {
    const { html } = await send(path)
    expect(html).toContain('<h1>Harbour &amp; &lt;Co></h1>')
    expect(html).toContain('Trial site')
    expect(html).toContain('No reviews yet')
    expect(html).not.toContain('name="locationId"')
  })

  it.each([
    ['is not signed', () => 'a'.repeat(43)],
    ['is signed for the feed', () => signToken('sandbox-feed', organizationId)],
    ['belongs to no organization', () => signToken('sandbox-site', '00000000-0000-4000-8000-000000000000')],
    ['belongs to a site that was switched off', () => signToken('sandbox-site', organizationId)],
  ])('404: a trial site token that %s opens neither the page nor its form', async (reason, token) => {
    if (reason.endsWith('off')) await db.sandboxSite.delete({ where: { organizationId } })
    for (const form of [undefined, { _action: 'write', ...WORDS }]) {
      const { status, html } = await send(`/sandbox/${token()}`, form)
      expect(status).toBe(404)
      expect(html).toContain('There is no trial site here')
      expect(html).not.toContain('<form')
    }
  })

  it('shows the trial site in the browser’s language', async () => {
    const french = { 'accept-language': 'fr-CA,fr;q=0.9' }
    expect((await send(path, undefined, french)).html).toMatch(/<html lang="fr">.*Écrire un avis/s)
    expect((await send('/sandbox/none', undefined, french)).html).toContain('Aucun site d’essai')
  })

  it('lists trial site reviews, newest first', async () => {
    await insertSandboxReviews(organizationId, 25)
    const { html } = await send(path)
    const authors = [...html.matchAll(/<h3[^>]*><bdi>(Guest \d+)/g)].map(([, author]) => author)
    expect(authors).toEqual(Array.from({ length: 25 }, (_, n) => `Guest ${24 - n}`))
  })
})

describe('trial site reviews', () => {
  it('303: publishes a trial site review and shows it HTML-escaped', async () => {
    const { id: locationId } = await aLocation(organizationId, { name: 'Station' })
    const typed = { author: ' <b>Ada</b> ', rating: '2', text: 'One & two.\r\n\r\nThree.', locationId }
    const { status, location, headers } = await send(path, { _action: 'write', ...typed })
    const [row] = await rows()
    expect([status, location]).toEqual([303, `${path}#review-${row?.id}`])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(row).toMatchObject({ author: '<b>Ada</b>', rating: 2, text: 'One & two.\n\nThree.', locationId })
    const { html } = await send(path)
    expect(html).toContain('&lt;b>Ada&lt;/b>')
    expect(html).toContain('One &amp; two.\n\nThree.')
    expect(html).toContain('aria-label="2 stars out of 5"')
    expect(html).toContain(' · Station')
  })

  it('counts a CRLF line break as one character towards the length limit of a trial site review', async () => {
    await write({ text: 'a\r\n'.repeat(1999) + 'ab' })
    const { status, html } = await send(path, { _action: 'write', ...WORDS, text: 'a'.repeat(4001) })
    expect(status).toBe(400)
    expect(html).toContain('Use at most 4000 characters.')
  })

  it('400: names each invalid field of a trial site review, and preserves the input', async () => {
    await aLocation(organizationId)
    const { id: foreignLocationId } = await aLocation(await anOrganization())
    const typed = { author: ' ', text: 'Good & <strong>', locationId: foreignLocationId }
    const first = await send(path, { _action: 'write', ...typed })
    expect(first.status).toBe(400)
    expect(first.html).toContain('<title>Please check: ')
    expect(first.html).toMatch(/role="alert".*<p>Your name: This field is required\.<\/p>/s)
    expect(first.html).toContain('<p>Stars: Use a whole number of stars, from 1 to 5.</p>')
    expect(first.html).toContain('Good &amp; &lt;strong></textarea>')

    const second = await send(path, { _action: 'write', ...WORDS, locationId: foreignLocationId })
    expect(second.html).toContain('<p>Location: There is no location with this id.</p>')
    expect(second.html).toMatch(/name="rating" value="4"[^>]*checked/)
    expect(second.html).toContain('value="Ada L."')
    expect(await rows()).toEqual([])
  })

  it('400: refuses a review when the trial site has 100 reviews', async () => {
    await insertSandboxReviews(organizationId, 100)
    const { status, html } = await send(path, { _action: 'write', ...WORDS })
    expect([status, html.includes('holds at most 100 reviews')]).toEqual([400, true])
  })

  it('edits a trial site review and marks it as edited', async () => {
    const id = await write({ text: 'Good & <warm>.' })
    const { html } = await send(`${path}?edit=${id}`)
    expect(html).toContain('Edit your review')
    expect(html).toContain(`name="_action" value="edit"/><input type="hidden" name="id" value="${id}"/>`)
    expect(html).toMatch(/name="rating" value="4"[^>]*checked/)
    expect(html).toContain('Good &amp; &lt;warm>.</textarea>')

    const faulty = await send(path, { _action: 'edit', id, ...WORDS, author: '' })
    expect(faulty.status).toBe(400)
    expect(faulty.html).toContain('Edit your review')
    const { status, location } = await send(path, { _action: 'edit', id, ...WORDS, rating: '1', text: 'Cold.' })
    expect([status, location]).toEqual([303, `${path}#review-${id}`])
    expect(await rows()).toMatchObject([{ id, rating: 1, text: 'Cold.', editedAt: expect.any(Date) }])
    expect((await send(path)).html).toContain(' · edited')
  })

  it('deletes a trial site review with its text and its reply', async () => {
    const id = await aPendingReply()
    const { status, location } = await send(path, { _action: 'delete', id })
    expect([status, location]).toEqual([303, `${path}#reviews`])
    expect(await rows()).toMatchObject([{ id, author: '', text: '', replyText: null, removedAt: expect.any(Date) }])
    expect((await send(path)).html).toContain('No reviews yet')
    const again = await send(path, { _action: 'delete', id })
    expect(again.status).toBe(400)
    expect(again.html).toMatch(/role="alert".*Review not found\./s)
  })

  it('400: cannot edit, delete or moderate a review of another trial site', async () => {
    const id = await aPendingReply()
    const before = await rows()
    const other = await aSite()
    const forms = [
      { _action: 'edit', id, ...WORDS, text: 'Mine.' },
      { _action: 'delete', id },
      { _action: 'judge', id, verdict: 'rejected', reason: 'Mine.' },
      { _action: 'judge', id, verdict: 'live' },
    ]
    for (const form of forms) {
      const { status, html } = await send(other.path, form)
      expect([form, status, html.includes('Review not found.')]).toEqual([form, 400, true])
    }
    expect((await send(`${other.path}?edit=${id}`)).html).toContain('Write a review')
    expect(await rows()).toEqual(before)
    expect(await rows(other.id)).toEqual([])
  })

  it('429: refuses a trial site review over the rate limit and preserves the entered text', async () => {
    for (let turn = 0; turn < 120; turn += 1)
      expect(await consumeSandboxSiteWriteLimit(organizationId, new Headers())).toBeNull()
    const { status, headers, html } = await send(path, { _action: 'write', ...WORDS })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toMatch(/role="alert".*Too much at once\./s)
    expect(html).toContain('Good coffee.</textarea>')
    expect(await rows()).toEqual([])
    expect((await send(path)).status).toBe(200)
  })

  it('413: refuses an oversized trial site form; 400: refuses an unknown action or setting', async () => {
    const large = await send(path, { _action: 'write', ...WORDS, text: 'a'.repeat(70_000) })
    expect([large.status, large.html.includes('This did not work')]).toEqual([413, true])
    for (const form of [{}, { _action: 'burn' }, { _action: 'settings', isDown: 'rude' }])
      expect((await send(path, form)).status).toBe(400)
    expect(await db.sandboxSite.findUnique({ where: { organizationId } })).toMatchObject({ isDown: false })
  })
})

describe('trial site moderation', () => {
  it('publishes a pending trial site reply when it is approved, and refuses a second decision', async () => {
    const id = await aPendingReply()
    const before = (await send(path)).html
    expect(before).toContain('Thank you &amp; &lt;come> again!')
    expect(before).toContain('Waiting for this site’s moderator.')
    const { location } = await send(path, { _action: 'judge', id, verdict: 'live' })
    expect(location).toBe(`${path}#review-${id}`)
    expect(await rows()).toMatchObject([{ replyState: 'live', replyReason: null }])
    const { html } = await send(path)
    expect(html).toContain('Thank you &amp; &lt;come> again!')
    expect(html).not.toContain('Waiting for this site’s moderator.')
    // A second verdict on the same reply is rejected.
    expect((await send(path, { _action: 'judge', id, verdict: 'rejected', reason: '' })).status).toBe(400)
  })

  it('rejects a pending trial site reply with or without a reason', async () => {
    const id = await aPendingReply()
    const long = await send(path, { _action: 'judge', id, verdict: 'rejected', reason: 'a'.repeat(201) })
    expect(long.html).toMatch(/role="alert".*Use at most 200 characters\./s)
    await send(path, { _action: 'judge', id, verdict: 'rejected', reason: 'No "names".' })
    expect((await send(path)).html).toContain('The reason given: “No &quot;names&quot;.”')
    await db.sandboxReview.update({ where: { id }, data: { replyState: 'pending' } })
    await send(path, { _action: 'judge', id, verdict: 'rejected', reason: '' })
    const { html } = await send(path)
    expect(html).toContain('Rejected, and not shown to readers.')
    expect(html).not.toContain('The reason given')
  })
})

it('saves the settings of the trial site', async () => {
  const checked = (html: string) =>
    [...html.matchAll(/<input type="checkbox" name="(\w+)"[^>]* checked/g)].map(([, name]) => name)
  expect(checked((await send(path)).html)).toEqual([])
  const { status, location } = await send(path, { _action: 'settings', isDown: 'on' })
  expect([status, location]).toEqual([303, `${path}#settings`])
  expect(await db.sandboxSite.findUnique({ where: { organizationId } })).toMatchObject({
    isDown: true,
    holdsReplies: false,
  })
  expect(checked((await send(path)).html)).toEqual(['isDown'])
  await send(path, { _action: 'settings', holdsReplies: 'on' })
  expect(checked((await send(path)).html)).toEqual(['holdsReplies'])
})
