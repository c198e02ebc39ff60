import { ContextValue } from './context'

const organizations = new ContextValue<string>()

/** Runs `work` as this organization's: what it asks of the database counts against the organization's share. */
export function onBehalfOf<T>(organizationId: string, work: () => T): T {
  return organizations.run(organizationId, work)
}

/** Whose work this is; undefined for nobody's: the door, the jobs, an operator's command. */
export function currentOrganization(): string | undefined {
  return organizations.get()
}
