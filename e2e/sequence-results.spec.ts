import { waitForMails } from './mail-folder'
import { expect, test } from './signed-in-test'

test('a number of the results leads to its people, who can be searched and filtered', async ({
  page,
  call,
  open,
  aSurvey,
  aSequence,
}) => {
  const surveyId = await aSurvey('Counted')
  const name = `Counted ${surveyId}`
  const id = await aSequence({
    name,
    steps: [
      { type: 'survey', surveyId },
      { type: 'survey', delay: 86_400, surveyId, condition: 'not_answered' },
    ],
  })
  const contacts = ['Ada', 'Grace'].map((firstName) => ({ firstName, email: `${firstName}-${surveyId}@example.com` }))
  await call(`POST /sequences/${id}/execute`, { contacts })
  for (const { email } of contacts) await waitForMails(email.toLowerCase())

  await open('/sequences')
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/sequences/${id}/results$`))
  const first = page.getByRole('article').filter({ hasText: 'Step 1' })
  await expect(async () => {
    await page.reload()
    await expect(first.getByRole('link', { name: 'Delivered 2' })).toBeVisible()
  }).toPass()
  await expect(page.getByRole('link', { name: 'Enrolled 2' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Step 2' })).toContainText('Waiting now 2')

  await first.getByRole('link', { name: 'Sent 2' }).click()
  await expect(page).toHaveURL(/\/sendings\?step=[0-9a-f-]{36}&state=sent$/)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('listitem')).toContainText(['Step 1', 'Sent'])
  await expect(page.getByRole('row', { name: /Ada|Grace/ })).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('grace')
  await expect(page.getByRole('row', { name: /Ada|Grace/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Grace/ })).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Search: grace' }).click()
  await page.getByRole('button', { name: 'What became of it' }).click()
  await page.getByRole('menuitemradio', { name: 'Bounced' }).click()
  await expect(page.getByText('No one in this sequence matches these filters.')).toBeVisible()
})
