import { expect, it } from 'vitest'
import { readFixture } from '../files/table-fixture'
import { recognizeLayout } from './recognize-layout'

async function recognize(name: string, properties: Parameters<typeof recognizeLayout>[2]['properties'] = []) {
  const { header, sample } = await readFixture(name)
  const result = recognizeLayout(
    header,
    sample.map(({ cells }) => cells),
    { properties },
  )
  const targets = result?.columns.flatMap(({ target }, column) =>
    target === 'ignored' ? [] : [[header[column], target]],
  )
  return {
    layout: result?.layout,
    kind: result?.kind,
    timeZone: result?.timeZone,
    targets: Object.fromEntries(targets ?? []),
  }
}

it('recognizes the responses of Delighted, with the properties of their people', async () => {
  expect(await recognize('delighted-responses.csv', [{ key: 'shop', label: { en: 'Store', fr: 'Magasin' } }])).toEqual({
    layout: 'delighted-responses',
    kind: 'answers',
    timeZone: null,
    targets: {
      'Response ID': 'answerId',
      'Person Email': 'email',
      'Person Name': 'fullName',
      'Survey Type': 'survey',
      Score: 'score',
      Comment: 'comment',
      'Created At': 'answeredAt',
      Store: 'property:shop',
    },
  })
})

it('recognizes the people, unsubscribes and bounces of Delighted', async () => {
  expect(await recognize('delighted-people.csv')).toMatchObject({
    layout: 'delighted-people',
    kind: 'people',
    targets: { email: 'email', name: 'fullName', phone_number: 'phone' },
  })
  expect(await recognize('delighted-unsubscribes.csv')).toMatchObject({
    kind: 'unsubscribes',
    targets: { email: 'email', name: 'fullName', unsubscribed_at: 'unsubscribedAt' },
  })
  expect(await recognize('delighted-bounces.csv')).toMatchObject({
    kind: 'bounces',
    targets: { email: 'email', name: 'fullName', bounced_at: 'bounced' },
  })
})

it('recognizes the responses of SurveyMonkey, with addresses from a question', async () => {
  expect(await recognize('surveymonkey-responses.csv')).toEqual({
    layout: 'surveymonkey-responses',
    kind: 'answers',
    timeZone: null,
    targets: {
      'Respondent ID': 'answerId',
      'End Date': 'answeredAt',
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'How likely is it that you would recommend us to a friend or colleague?': 'score',
      'Contact information: Name': 'fullName',
      'Contact information: Email Address': 'email',
      'What could we do better?': 'comment',
    },
  })
})

it('recognizes the responses of Typeform, with times in UTC', async () => {
  expect(await recognize('typeform-responses.csv')).toEqual({
    layout: 'typeform-responses',
    kind: 'answers',
    timeZone: 'UTC',
    targets: {
      '#': 'answerId',
      'How likely are you to recommend us to a friend?': 'score',
      'What is the main reason for your score?': 'comment',
      'What is your email?': 'email',
      'Submit Date (UTC)': 'answeredAt',
    },
  })
})

it('recognizes no layout in other files', async () => {
  expect(await recognize('google-sheets.csv')).toMatchObject({ layout: undefined })
})
