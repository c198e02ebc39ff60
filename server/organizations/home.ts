import { db } from '../db'

/** The organization of whoever runs this installation: the first that is no demo, else the first; null where there is none. */
export async function findHomeOrganization(): Promise<string | null> {
  const first = await db.organization.findFirst({
    orderBy: [{ demo: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return first?.id ?? null
}
