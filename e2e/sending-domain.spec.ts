import { aNameServer } from '@/server/testing/servers/name-server'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

test('an owner adds a domain, corrects a wrong record, and reads what arrives from it', async ({
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
