import { now } from '../clock'
import type { DueItems, QueueItem } from './queue'

type OrganizationDue = {
  isDue: (organizationId: string) => Promise<boolean>
  listDueOrganizations: (limit: number) => Promise<string[]>
}

export function duePerOrganization({ isDue, listDueOrganizations }: OrganizationDue): DueItems<QueueItem> {
  const isPending = async (organizationId: string, except: readonly string[]) =>
    except.length === 0 && (await isDue(organizationId))
  return {
    listItems: async (organizationId, { except }) =>
      (await isPending(organizationId, except)) ? [{ id: organizationId }] : [],
    nextDueAt: async (organizationId, except) => ((await isPending(organizationId, except)) ? now() : null),
    listDue: async (limit) =>
      (await listDueOrganizations(limit)).map((organizationId) => ({ organizationId, dueAt: now() })),
  }
}
