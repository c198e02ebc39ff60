import { findAxeViolations } from './axe-violations'
import { expect, type Owner, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'

async function addResponses({ organizationId }: Owner, name: string, scores: readonly number[], daysAgo: number) {
  const rows = openServiceDatabase(SERVICE.dataDir)
  try {
    const { rows: surveys } = await rows.query<{ id: string }>(
      `WITH made AS (INSERT INTO survey (id, organization_id, name, type, updated_at) SELECT uuid_v7(), $1, $2, 'nps', now()
         WHERE NOT EXISTS (SELECT FROM survey WHERE organization_id = $1 AND name = $2) RETURNING id)
       SELECT id FROM made UNION ALL SELECT id FROM survey WHERE organization_id = $1 AND name = $2 LIMIT 1`,
      [organizationId, name],
    )
    await rows.query(
      `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, nps_score, rating, band, answers, created_at, updated_at)
       SELECT uuid_v7(), $1, $2, uuid_v7(), 'completed', 'en', s, s,
         CASE WHEN s <= 6 THEN 'negative' WHEN s <= 8 THEN 'neutral' ELSE 'positive' END,
         jsonb_build_array(jsonb_build_object('questionId', 'nps', 'type', 'nps', 'text', 'How likely?', 'value', s),
           jsonb_build_object('questionId', 'why', 'type', 'text', 'text', 'Why?', 'value', CASE WHEN s <= 6 THEN 'Waiting too long' ELSE 'Lovely staff' END)),
         now() - $4::int * interval '1 day', now() FROM unnest($3::int[]) s`,
      [organizationId, surveys[0]?.id, scores, daysAgo],
    )
  } finally {
    await rows.end()
  }
}

test('an owner sees no NPS trend with 3 answers, and explores trend, breakdown and a custom period with more', async ({
  page,
  owner,
}) => {
  await addResponses(owner, 'After a visit', [9, 10, 3], 2)
  await signInByCookie(page, owner)
  await page.goto('/')
  await expect(page.getByText('A score needs at least 10 answers to mean something.')).toBeVisible()
  await expect(page.getByText('NPS: 3 answers in this period. 7 more, and there is a trend to show.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'NPS by week' })).toHaveCount(0)

  await addResponses(owner, 'After a visit', [9, 9, 10, 10, 9, 8, 2, 1, 10, 9], 3)
  await addResponses(owner, 'Yearly', [0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3], 40)
  await page.goto('/?days=30')
  await expect(page.getByRole('heading', { name: 'NPS by week' })).toBeVisible()
  await expect(page.getByTitle(/^Up \d+ on /)).toBeVisible()
  await page.getByRole('navigation', { name: 'Trend by' }).getByRole('link', { name: 'Days' }).click()
  await expect(page.getByRole('heading', { name: 'NPS by day' })).toBeVisible()
  const breakdown = page.getByRole('region', { name: 'Where it comes from' })
  await expect(breakdown.getByRole('row', { name: /After a visit.*13/ })).toBeVisible()
  await expect(breakdown.getByRole('row', { name: /Yearly/ })).toHaveCount(0)
  await breakdown.getByRole('link', { name: 'Locations' }).click()
  await expect(breakdown.getByRole('row', { name: /Without a location.*13/ })).toBeVisible()
  const drivers = page.getByRole('region', { name: 'What goes with low scores' })
  await expect(drivers.getByText('Nothing stands out yet (3 low scores).')).toBeVisible()
  await page.goto('/?days=90')
  await expect(drivers.getByText('14 of 14 low scores, none of 10 others')).toBeVisible()
  await expect(drivers.getByRole('link', { name: '“Waiting too long”' })).toBeVisible()
  await drivers.getByRole('link', { name: '“waiting … long”' }).click()
  await expect(page).toHaveURL(/\/responses\?band=negative&from=[\d-]{10}&to=[\d-]{10}&search=waiting(\+|%20)long$/)
  await expect(page.locator('mark').first()).toHaveText('Waiting')

  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  await page.goto('/')
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill(day(50))
  await page.getByRole('textbox', { name: 'To' }).fill(day(30))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${day(50)}&to=${day(30)}`))
  await page.getByRole('navigation', { name: 'Break down by' }).getByRole('link', { name: 'Surveys' }).click()
  await expect(breakdown.getByRole('row', { name: /Yearly.*11/ })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click()
  await expect(page).not.toHaveURL(/from=/)
})
