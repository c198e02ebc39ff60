import { findAxeViolations } from './axe-violations'
import { expect, type Owner, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'

/** Companies with forty NPS answers each in the last days: one far above the others, one far below. */
async function addCompaniesWithAnswers({ organizationId }: Owner): Promise<void> {
  const rows = openServiceDatabase(SERVICE.dataDir)
  try {
    await rows.query(
      `WITH survey AS (INSERT INTO survey (id, organization_id, name, type, updated_at)
           VALUES (uuid_v7(), $1, 'After a visit', 'nps', now()) RETURNING id),
         company AS (INSERT INTO contact_organization (id, organization_id, name, updated_at)
           SELECT uuid_v7(), $1, name, now() FROM unnest(ARRAY['Old Mill Hotel', 'Riverside Clinic', 'Station Books', 'Market Florist']) name
           RETURNING id, name),
         person AS (INSERT INTO contact (id, organization_id, email, first_name, contact_organization_id, updated_at)
           SELECT uuid_v7(), $1, 'ada' || n || '@example.com', 'Ada', id, now() FROM company, generate_series(1, 2) n WHERE name = 'Station Books'
           RETURNING id, email)
       INSERT INTO response (id, organization_id, survey_id, contact_id, contact_organization_id, status, language, nps_score, rating, band,
         answers, submitted_at, created_at, updated_at)
       SELECT uuid_v7(), $1, survey.id, CASE WHEN name = 'Station Books' AND i = 1 THEN (SELECT id FROM person WHERE email LIKE 'ada1@%') ELSE uuid_v7() END,
         company.id, 'completed', 'en', score, score,
         CASE WHEN score <= 6 THEN 'negative' WHEN score <= 8 THEN 'neutral' ELSE 'positive' END,
         jsonb_build_array(jsonb_build_object('questionId', 'nps', 'type', 'nps', 'text', 'How likely?', 'value', score)),
         now(), now() - interval '1 hour', now()
       FROM survey, company, generate_series(1, 40) i,
         LATERAL (SELECT CASE name WHEN 'Old Mill Hotel' THEN 10 WHEN 'Station Books' THEN 2 ELSE 5 * (1 + i % 2) END AS score) s`,
      [organizationId],
    )
  } finally {
    await rows.end()
  }
}

test('an owner reads which companies differ from the rest, sorts them, and sees who of one never answered', async ({
  page,
  owner,
}) => {
  await addCompaniesWithAnswers(owner)
  await signInByCookie(page, owner, '/companies')
  const funnel = page.getByRole('figure')
  await expect(funnel).toContainText('2 of 4 clearly differ from the rest.')
  await expect(funnel.getByRole('listitem')).toHaveText([/Above\s*Old Mill Hotel/, /Below\s*Station Books/])
  await funnel.getByText('Show the numbers').click()
  await expect(funnel.getByRole('row', { name: /Station Books/ })).toContainText('Below')
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'NPS', exact: true }).click()
  await expect(page).toHaveURL(/sort=-score/)
  const list = page.getByRole('table', { name: /^Companies/ })
  await expect(list.getByRole('row').nth(1)).toContainText('Old Mill Hotel')
  await page.getByRole('link', { name: 'NPS', exact: true }).click()
  await expect(list.getByRole('row').nth(1)).toContainText('Station Books')

  await funnel.getByRole('link', { name: 'Station Books' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Station Books' })).toBeVisible()
  await expect(page.getByText('40 answers').first()).toBeVisible()
  await page.getByRole('link', { name: 'Never asked 1' }).click()
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('row')).toHaveCount(2)
  await expect(people.getByRole('row').last()).toContainText('Never asked')
  expect(await findAxeViolations(page)).toEqual([])
})
