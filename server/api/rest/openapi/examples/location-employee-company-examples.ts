import { sampleContactOrganization, sampleEmployee, sampleLocation } from '../sample-resources'
import {
  buildDeleteExample,
  buildGetExample,
  buildListExample,
  buildRenameExample,
  type ExamplesByProcedure,
} from './example-builders'

export const locationExamples: ExamplesByProcedure['locations'] = buildNamedResourceExamples(sampleLocation, {
  search: 'harbour',
  create: { name: sampleLocation.name, timeZone: sampleLocation.timeZone },
  invalidFields: { timeZone: 'Paris' },
  newName: 'Harbour Street 12',
})

export const employeeExamples: ExamplesByProcedure['employees'] = buildNamedResourceExamples(sampleEmployee, {
  search: 'grace',
  create: { name: sampleEmployee.name, email: sampleEmployee.email },
  invalidFields: { email: 'grace@' },
  newName: 'Grace M. Hopper',
})

export const companyExamples: ExamplesByProcedure['contactOrganizations'] = buildNamedResourceExamples(
  sampleContactOrganization,
  {
    search: 'engines',
    create: { name: sampleContactOrganization.name },
    invalidFields: { name: '' },
    newName: 'Analytical Engines',
  },
)

type NamedResourceValues<Create> = {
  search: string
  create: Create
  invalidFields: Record<string, string>
  newName: string
}

function buildNamedResourceExamples<Item extends { id: string; name: string }, Create>(
  item: Item,
  { search, create, invalidFields, newName }: NamedResourceValues<Create>,
) {
  return {
    list: buildListExample(item, { search }),
    get: buildGetExample(item),
    create: { input: create, responses: { 201: { data: item } }, invalidFields },
    update: buildRenameExample(item, newName),
    delete: buildDeleteExample(item.id, { deleted: true as const }),
  }
}
