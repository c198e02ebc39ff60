import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, test } from './signed-in-test'

test('people of a sequence are paused, resumed, skipped ahead and removed, together and one by one', async ({
  page,
  call,
  open,
  press,
  choose,
  dialog,
  toast,
  aSurvey,
  aSequence,
}) => {
  const surveyId = await aSurvey('Visit')
  const id = await aSequence({
    name: `Reminders ${surveyId}`,
    steps: [
      { type: 'survey', surveyId },
      { type: 'survey', delay: 86_400, surveyId, condition: 'not_answered' },
    ],
  })
  const contacts = ['Ada', 'Grace'].map((firstName) => ({ firstName, email: anEmailAddress() }))
  await call(`POST /sequences/${id}/execute`, { contacts })
  for (const { email } of contacts) await waitForMails(email)

  await open(`/sequences/${id}/sendings`)
  const row = (name: string) => page.getByRole('row', { name })
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const select = async (...names: string[]) => {
    for (const name of names) await row(name).getByRole('checkbox').check()
  }
  await select('Ada', 'Grace')
  await bar.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(dialog()).toContainText('Pause 2 people?')
  await expect(dialog()).toContainText('Nothing leaves until you resume.')
  await dialog().getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(toast('2 people paused')).toBeVisible()
  for (const name of ['Ada', 'Grace']) await expect(row(name)).toContainText('Paused')

  await select('Ada', 'Grace')
  await bar.getByRole('button', { name: 'Resume', exact: true }).click()
  await dialog().getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(toast('2 people resumed')).toBeVisible()
  for (const name of ['Ada', 'Grace']) await expect(row(name)).toContainText('In progress')

  await select('Grace')
  await bar.getByRole('button', { name: 'Skip next step' }).click()
  await expect(dialog()).toContainText('Skip the next step for 1 person?')
  await expect(dialog()).toContainText('This cannot be undone.')
  await dialog().getByRole('button', { name: 'Skip next step' }).click()
  await expect(toast('Next step skipped for 1 person')).toBeVisible()
  await expect(row('Grace')).toContainText('Completed')

  await select('Ada', 'Grace')
  await bar.getByRole('button', { name: 'Pause', exact: true }).click()
  await dialog().getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(toast('1 person paused')).toBeVisible()
  await expect(toast('1 person was left as they are')).toBeVisible()

  await row('Ada').getByRole('link').click()
  await press('Resume')
  await expect(toast('1 person resumed')).toBeVisible()
  await choose('More actions', 'Remove')
  await expect(dialog()).toContainText('Remove Ada from the sequence?')
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
})
