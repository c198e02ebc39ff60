import { contactOrganization, employee, location } from '../sample-records'
import { deleteExample, type Examples, getExample, listExample, renameExample } from './example-values'

export const locationExamples: Examples['locations'] = recordExamples(location, {
  search: 'harbour',
  create: { name: location.name, timeZone: location.timeZone },
  invalidFields: { timeZone: 'Paris' },
  newName: 'Harbour Street 12',
})

export const employeeExamples: Examples['employees'] = recordExamples(employee, {
  search: 'grace',
  create: { name: employee.name, email: employee.email },
  invalidFields: { email: 'grace@' },
  newName: 'Grace M. Hopper',
})

export const contactOrganizationExamples: Examples['contactOrganizations'] = recordExamples(contactOrganization, {
  search: 'engines',
  create: { name: contactOrganization.name },
  invalidFields: { name: '' },
  newName: 'Analytical Engines',
})

type RecordValues<Create> = { search: string; create: Create; invalidFields: Record<string, string>; newName: string }

function recordExamples<Item extends { id: string; name: string }, Create>(
  item: Item,
  { search, create, invalidFields, newName }: RecordValues<Create>,
) {
  return {
    list: listExample(item, { search }),
    get: getExample(item),
    create: { input: create, responses: { 201: { data: item } }, invalidFields },
    update: renameExample(item, newName),
    delete: deleteExample(item.id, { deleted: true as const }),
  }
}
