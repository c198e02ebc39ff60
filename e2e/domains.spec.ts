import { request as httpRequest } from 'node:http'
import { aNameServer } from '@/server/testing/servers/name-server'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

/* Both kinds of domains in one file: they share the port of the DNS server. */

test('an owner adds a sending domain, corrects a wrong record, and reads what arrives from it', async ({
  page,
  owner,
  open,
  press,
  toast,
  dialog,
}) => {
  const dns = await aNameServer(SERVICE.dnsPort)
  try {
    await open('/settings/sending-domain')
    await expect(page.getByText('come from feedback@example.com until you add a domain')).toBeVisible()
    await page.getByRole('textbox', { name: 'Domain' }).fill('Café.example')
    await press('Add domain')
    const dkim = page.getByRole('region', { name: 'DNS records' }).locator('div', { hasText: 'DKIM signature' }).last()
    await expect(page.getByText('feedback@café.example')).toBeVisible()
    const records = page.getByRole('region', { name: 'DNS records' })
    const name = `${await records.locator('code').nth(0).innerText()}.xn--caf-dma.example`
    const value = await records.locator('code').nth(1).innerText()
    await expect(dkim).toBeVisible()

    dns.set(name, { txt: [value.replace('p=MII', 'p=IIM')] })
    await press('Check now')
    await expect(records.getByText('Wrong', { exact: true })).toBeVisible()
    await expect(records.getByText(value.replace('p=MII', 'p=IIM'))).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    dns.set(name, { txt: [value] })
    await press('Check now')
    await expect(records.getByText('Right', { exact: true })).toBeVisible()
    await expect(page.getByText('In use', { exact: true })).toBeVisible()

    await press('Send me a test')
    await expect(toast(`It is on its way to ${owner.email}`)).toBeVisible()
    const [mail] = await waitForMails(owner.email)
    expect(mail?.mail.from?.address).toBe('feedback@xn--caf-dma.example')
    const noted = 'Authentication-Results: mx.example.net; dkim=pass header.d=xn--caf-dma.example; dmarc=fail'
    await page.getByLabel('Source of the email').fill(`${noted}\r\n${mail?.raw ?? ''}`)
    await press('Read headers')
    const report = page.getByRole('region', { name: 'What the headers say' })
    await expect(report).toContainText('pass for xn--caf-dma.example')
    await expect(report).toContainText('DKIM uses the sender’s domain.')
    await expect(report).toContainText('Neither SPF nor DKIM passed')
    expect(await findAxeViolations(page)).toEqual([])

    await press('Remove')
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('textbox', { name: 'Domain' })).toBeVisible()
  } finally {
    dns.close()
  }
})

/** A request to the service as it comes to a link domain. */
async function requestAt(host: string, path: string): Promise<{ status: number; body: string; cookie: string | null }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: SERVICE.port, path, headers: { Host: `${host}:${SERVICE.port}` } }
    httpRequest(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const cookie = response.headers['set-cookie']?.join() ?? null
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), cookie })
      })
    })
      .on('error', reject)
      .end()
  })
}

test('an owner adds a link domain, which begins links and serves no other pages than those for customers', async ({
  page,
  call,
  aSurvey,
  open,
  press,
  dialog,
}) => {
  const dns = await aNameServer(SERVICE.dnsPort)
  const domain = `feedback-${Date.now()}.shop.example`
  try {
    await open('/settings/link-domain')
    await expect(page.getByText('begin with localhost:3210 until you add a domain')).toBeVisible()
    await page.getByRole('textbox', { name: 'Domain' }).fill('localhost')
    await press('Add domain')
    await expect(page.getByText('Enter a domain such as example.com.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
    await press('Add domain')
    const points = page.getByRole('region', { name: 'What must be right' })
    const proof = await points.locator('code').nth(3).innerText()
    expect(await points.locator('code').nth(2).innerText()).toBe(`_feedback.${domain}`)
    await expect(points.getByText('Waiting for DNS')).toBeVisible()

    dns.set(domain, ['127.0.0.9'])
    dns.set(`_feedback.${domain}`, { txt: [proof] })
    await press('Check now')
    await expect(points.getByText('The name leads elsewhere.')).toBeVisible()
    await expect(points.getByText('127.0.0.9')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    dns.set(domain, ['127.0.0.1'])
    await press('Check now')
    await expect(page.getByText('In use', { exact: true })).toBeVisible()
    await expect(points.getByText('Right', { exact: true })).toHaveCount(3)
    expect(await findAxeViolations(page)).toEqual([])

    const survey = await aSurvey('Counter')
    const { body } = await call(`POST /surveys/${survey}/links`, { name: 'Receipt' })
    const { pathname, host } = new URL(body.data.url)
    expect(host).toBe(`${domain}:${SERVICE.port}`)
    expect((await requestAt(domain, pathname)).body).toContain('<form')
    expect((await requestAt(domain, '/survey.js')).status).toBe(200)
    for (const hidden of [
      '/',
      '/sign-in',
      '/contacts',
      '/api/v1/contacts',
      '/api/auth/session',
      '/settings/link-domain',
    ])
      expect([hidden, (await requestAt(domain, hidden)).status]).toEqual([hidden, 404])
    const home = await requestAt(domain, '/')
    expect([home.body.includes('This link does not work'), home.cookie]).toEqual([true, null])
    expect((await requestAt('localhost', '/sign-in')).status).toBe(200)

    await press('Remove')
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('textbox', { name: 'Domain' })).toBeVisible()
    expect((await requestAt(domain, pathname)).body, 'printed links keep working').toContain('<form')
  } finally {
    dns.close()
  }
})
