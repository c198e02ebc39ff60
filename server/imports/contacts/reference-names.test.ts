import { expect, it } from 'vitest'
import { performContactJob } from '../../contact-jobs/perform-contact-job'
import { db } from '../../db'
import { acquireCountLimitLock } from '../../locks'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { aLocation, anOrganization } from '../../testing/factories/basics'
import { NEW_LOCATIONS_MAX } from './constants'
import { importFile, prepareImport, presentOutcomes, startPreparedImport } from './import-fixture'

const buildFile = (locations: readonly string[]) =>
  ['email,location,company', ...locations.map((name, n) => `p${n}@example.com,${name},Company ${n % 7}`)].join('\n')

it('a file adds at most 1,000 locations, and refuses the rows of the others before anything is written', async () => {
  const organizationId = await anOrganization()
  await aLocation(organizationId, { name: 'Known' })
  const names = Array.from({ length: NEW_LOCATIONS_MAX + 3 }, (_, n) => `Shop ${n}`)
  const file = buildFile([...names, 'Shop 1', 'known'])
  const expected = { created: NEW_LOCATIONS_MAX + 2, refused: 3 }
  const prepared = await prepareImport(organizationId, file)
  expect(presentOutcomes(prepared.dryCounts)).toEqual(expected)
  expect(prepared.refusals).toEqual([{ message: 'A location beyond the 1,000 that one file can add', count: 3 }])
  expect(await db.location.count({ where: { organizationId } })).toBe(1)
  const done = await importFile(organizationId, file)
  expect(presentOutcomes(done.counts)).toEqual(expected)
  expect(await db.location.count({ where: { organizationId } })).toBe(NEW_LOCATIONS_MAX + 1)
  const again = await importFile(organizationId, buildFile(names.slice(-4)))
  expect(presentOutcomes(again.counts)).toMatchObject({ updated: 4 })
  expect(await db.location.count({ where: { organizationId } })).toBe(NEW_LOCATIONS_MAX + 4)
})

it('workers at once on one import create each location, company and survey once', async () => {
  const organizationId = await anOrganization()
  const rows = Array.from(
    { length: 400 },
    (_, n) => `p${n}@example.com,Shop ${n % 40},Firm ${n % 50},9,2024-03-01,Visit ${n % 9}`,
  )
  const file = ['email,location,company,score,date,survey', ...rows].join('\n')
  const { id } = await prepareImport(organizationId, file, {}, { records: 'answers' })
  await startPreparedImport(organizationId, id)
  await Promise.all([1, 2, 3].map(() => performContactJob(organizationId, id, Infinity)))
  const where = { organizationId }
  expect(await db.location.count({ where })).toBe(40)
  expect(await db.contactOrganization.count({ where })).toBe(50)
  expect(await db.survey.count({ where })).toBe(9)
  expect(await db.response.count({ where })).toBe(400)
})

it('an import waits for another one that adds the same location, and adds it once', async () => {
  const organizationId = await anOrganization()
  const { id } = await prepareImport(organizationId, buildFile(['Shop']))
  await startPreparedImport(organizationId, id)
  const { tx, commit } = await openTransaction()
  await acquireCountLimitLock(tx, organizationId, 'import_location')
  await tx.location.create({ data: { organizationId, name: 'Shop' } })
  const performed = performContactJob(organizationId, id, Infinity)
  await waitForLockWaiters('%pg_advisory_xact_lock%')
  await commit()
  await performed
  expect(await db.location.count({ where: { organizationId } })).toBe(1)
})

it('names of locations are equal whatever their case, accents and spacing, and different by punctuation', async () => {
  const organizationId = await anOrganization()
  const file = buildFile([
    'McDonald',
    'MCDONALD',
    'Saint  Étienne',
    'saint etienne',
    'C',
    'C++',
    'c++',
    'L’Île',
    "l'ile",
  ])
  await importFile(organizationId, file)
  const locations = await db.location.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  expect(locations.map(({ name }) => name)).toEqual(['McDonald', 'Saint Étienne', 'C', 'C++', 'L’Île'])
})
