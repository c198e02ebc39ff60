import { findAxeViolations } from './axe-violations'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'
import { expect, test } from './signed-in-test'

test('a page that fails to load keeps the navigation and loads with “Try again” once the fault is gone', async ({
  page,
  aSurvey,
  heading,
  open,
}) => {
  const id = await aSurvey('Broken for a while')
  const rows = openServiceDatabase(SERVICE.dataDir)
  const { rows: original } = await rows.query('SELECT questions FROM survey WHERE id = $1', [id])
  try {
    await rows.query(`UPDATE survey SET questions = '7' WHERE id = $1`, [id])
    await open(`/surveys/${id}`)
    await expect(heading('This page could not be loaded')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Something went wrong on our side')
    await expect(page).toHaveTitle('This page could not be loaded · Customer Feedback Service')
    await expect(page.getByText(/^Reference \w+/)).toBeVisible()
    expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])

    await page.getByRole('main').getByRole('button', { name: 'Find anything' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    const rail = page.getByRole('banner').getByRole('link', { name: 'Contacts' })
    await rail.click()
    await expect(heading('Contacts')).toBeVisible()
    await page.goBack()
    await expect(heading('This page could not be loaded')).toBeVisible()

    await rows.query('UPDATE survey SET questions = $2 WHERE id = $1', [id, JSON.stringify(original[0].questions)])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading('Broken for a while')).toBeVisible()
  } finally {
    await rows.end()
  }
})
