import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { ResponseTableRow } from '../responses/schema'
import {
  Email,
  Id,
  PageQuery,
  requiredTextSchema,
  singleLineTextSchema,
  sortParameterSchema,
  Timestamp,
  TimeZone,
  textSchema,
} from '../validation/schema'

const describeAsRead = (thing: string) =>
  'Fields as you read them. If one of them has another value by now, nothing is written and the answer is 409 ' +
  `\`CHANGED_MEANWHILE\`, with the ${thing} as it is now in \`details.current\`.`

const timestamps = { createdAt: Timestamp, updatedAt: Timestamp }

export const Location = z
  .object({
    id: Id,
    name: z.string().meta({ example: 'Harbour Street' }),
    timeZone: z
      .string()
      .nullable()
      .describe("In which quiet hours count for what is sent about it. If null, your organization's time zone is used.")
      .meta({ example: 'Europe/Paris' }),
    ...timestamps,
  })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof Location>

export const CreateLocation = z.object({
  name: requiredTextSchema(100),
  timeZone: TimeZone.nullable().exactOptional().describe('An IANA time zone.'),
})
export type CreateLocation = z.infer<typeof CreateLocation>

export const UpdateLocation = CreateLocation.extend({
  id: Id,
  name: requiredTextSchema(100).exactOptional(),
  asRead: Location.pick({ name: true, timeZone: true }).partial().exactOptional().describe(describeAsRead('location')),
})
export type UpdateLocation = z.infer<typeof UpdateLocation>

export const Employee = z
  .object({
    id: Id,
    name: z.string().meta({ example: 'Grace Hopper' }),
    email: z.string().nullable().meta({ example: 'grace@example.com' }),
    ...timestamps,
  })
  .meta({ id: 'Employee' })
export type Employee = z.infer<typeof Employee>

const EmployeeName = singleLineTextSchema(100).min(1, localizableMessage('value.missing'))

export const CreateEmployee = z.object({
  name: EmployeeName,
  email: Email.nullable().exactOptional().describe('For your own reference: nothing is sent to it.'),
})
export type CreateEmployee = z.infer<typeof CreateEmployee>

export const UpdateEmployee = CreateEmployee.extend({
  id: Id,
  name: EmployeeName.exactOptional(),
  asRead: Employee.pick({ name: true, email: true }).partial().exactOptional().describe(describeAsRead('employee')),
})
export type UpdateEmployee = z.infer<typeof UpdateEmployee>

export const ContactOrganization = z
  .object({ id: Id, name: z.string().meta({ example: 'Analytical Engines Ltd' }), ...timestamps })
  .meta({ id: 'ContactOrganization' })
export type ContactOrganization = z.infer<typeof ContactOrganization>

export const CreateContactOrganization = z.object({ name: requiredTextSchema(100) })
export type CreateContactOrganization = z.infer<typeof CreateContactOrganization>

export const UpdateContactOrganization = z.object({
  id: Id,
  name: requiredTextSchema(100).exactOptional(),
  asRead: ContactOrganization.pick({ name: true })
    .partial()
    .exactOptional()
    .describe(describeAsRead('contact organization')),
})
export type UpdateContactOrganization = z.infer<typeof UpdateContactOrganization>

export const ListMasterData = PageQuery.extend({
  search: textSchema(200).trim().exactOptional().describe('Part of the name. Case and accents do not matter.'),
})

export const BrowseMasterData = ListMasterData.extend({ sort: sortParameterSchema(['created', 'name']) })
export type BrowseMasterData = z.infer<typeof BrowseMasterData>

export const DeletedMasterDataEntry = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedRecord' })
export type DeletedMasterDataEntry = z.infer<typeof DeletedMasterDataEntry>

export const MergeMasterDataEntry = z.object({ id: Id, intoId: Id })

export const MergedMasterDataEntry = z.object({ id: Id, mergedIntoId: Id })
export type MergedMasterDataEntry = z.infer<typeof MergedMasterDataEntry>

export const MasterDataIdAndName = z.object({ id: Id, name: z.string() })
export type MasterDataIdAndName = z.infer<typeof MasterDataIdAndName>

const count = z.number().int()

const LocationUsage = z.object({
  contacts: count,
  responses: count.describe('Submitted ones.'),
  sendings: count,
  reviews: count,
  places: count.describe('Of review sites.'),
  reviewLinks: count,
})

export const LocationDetail = Location.extend({ usage: LocationUsage })
export const EmployeeDetail = Employee.extend({ usage: LocationUsage.pick({ responses: true, sendings: true }) })
export const ContactOrganizationDetail = ContactOrganization.extend({ usage: LocationUsage.pick({ contacts: true }) })

const CompanyPeopleFilter = z.enum(['answered', 'unanswered', 'neverAsked'])
export type CompanyPeopleFilter = z.infer<typeof CompanyPeopleFilter>

export const ListCompanyPeople = PageQuery.extend({ id: Id, filter: CompanyPeopleFilter.exactOptional() })
export type ListCompanyPeople = z.infer<typeof ListCompanyPeople>

export const CompanyPeople = z.object({
  counts: z
    .object({
      all: count,
      answered: count,
      unanswered: count.describe('Were sent a survey, and never answered one.'),
      neverAsked: count.describe('Were never sent a survey, and never answered one.'),
      lastAskedAt: Timestamp.nullable(),
    })
    .nullable()
    .describe('Null for a company with very many contacts; `people` is then empty.'),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      lastAskedAt: Timestamp.nullable().describe('When the last survey was delivered.'),
      lastAnswer: ResponseTableRow.nullable(),
    }),
  ),
  meta: z.object({ page: count, perPage: count, total: count, totalPages: count }),
})
export type CompanyPeople = z.infer<typeof CompanyPeople>
