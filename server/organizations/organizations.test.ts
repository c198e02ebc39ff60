import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { createLocation, deleteLocation, listLocations, updateLocation } from './locations'
import { getOrganization, updateOrganization } from './organizations'
import { UpdateOrganization } from './schema'

describe('settings', () => {
  it('change only what is given; null turns an optional one off', async () => {
    const id = await anOrganization({ name: 'Before', throttleDays: 30 })

    await updateOrganization(id, { timeZone: 'Europe/Paris', quietHoursStart: 1260, quietHoursEnd: 480 })
    expect(await getOrganization(id)).toMatchObject({
      name: 'Before',
      timeZone: 'Europe/Paris',
      throttleDays: 30,
      quietHoursStart: 1260,
      quietHoursEnd: 480,
    })

    await updateOrganization(id, { throttleDays: null, quietHoursStart: null, quietHoursEnd: null })
    expect(await getOrganization(id)).toMatchObject({ throttleDays: null, quietHoursStart: null, quietHoursEnd: null })
  })

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ defaultCountry: 'usa' }, 'defaultCountry'],
    [{ brandColor: 'red' }, 'brandColor'],
    [{ brandColor: '#fff; } body { display: none' }, 'brandColor'],
    [{ throttleDays: 0 }, 'throttleDays'],
    [{ quietHoursStart: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: 60, quietHoursEnd: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: null, quietHoursEnd: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: 1440, quietHoursEnd: 60 }, 'quietHoursStart'],
  ])('refuse %j', (changes, field) => {
    expect(UpdateOrganization.safeParse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })
})

describe('locations', () => {
  it('are listed by name, with how many contacts each has', async () => {
    const organizationId = await anOrganization()
    const station = await createLocation(organizationId, { name: 'Station', timeZone: 'Europe/Paris' })
    await createLocation(organizationId, { name: 'Harbour' })
    await aContact(organizationId, { locationId: station.id })

    await updateLocation(organizationId, { id: station.id, name: 'Main station' })

    expect(await listLocations(organizationId)).toMatchObject([
      { name: 'Harbour', timeZone: null, contacts: 0 },
      { name: 'Main station', timeZone: 'Europe/Paris', contacts: 1 },
    ])
  })

  it('leave their contacts behind when they are deleted', async () => {
    const organizationId = await anOrganization()
    const { id } = await createLocation(organizationId, { name: 'Station' })
    const contact = await aContact(organizationId, { locationId: id })

    expect(await deleteLocation(organizationId, id)).toEqual({ id, deleted: true })

    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ locationId: null })
    expect(await listLocations(organizationId)).toEqual([])
  })

  it('of another organization do not exist, and their contacts stay where they are', async () => {
    const [mine, theirs] = [await anOrganization(), await anOrganization()]
    const { id } = await createLocation(theirs, { name: 'Station' })
    const contact = await aContact(theirs, { locationId: id })

    await expect(updateLocation(mine, { id, name: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteLocation(mine, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteLocation(theirs, uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await listLocations(theirs)).toMatchObject([{ name: 'Station', contacts: 1 }])
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ locationId: id })
  })
})
