import { describe, expect, it } from 'vitest'
import { anOrganization } from '../testing/factories/basics'
import { getOrganization, updateOrganization } from './organizations'
import { UpdateOrganization } from './schema'

describe('organization settings', () => {
  it('updates only the organization settings given, and clears optional ones with null', async () => {
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
    [{ throttleDays: 0 }, 'throttleDays'],
    [{ quietHoursStart: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: 60, quietHoursEnd: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: null, quietHoursEnd: 60 }, 'quietHoursEnd'],
    [{ quietHoursStart: 1440, quietHoursEnd: 60 }, 'quietHoursStart'],
  ])('refuses the invalid organization settings %j', (changes, field) => {
    expect(UpdateOrganization.safeParse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })
})
