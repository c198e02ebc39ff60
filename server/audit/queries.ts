import { db } from '../db'
import type { AuditActor } from './schema'

export async function listLatestActors(organizationId: string, limit: number): Promise<AuditActor[]> {
  return db.$queryRaw<AuditActor[]>`
    SELECT type, id, name FROM (
      SELECT DISTINCT ON (actor_id) actor_type AS type, actor_id AS id, actor_name AS name, created_at FROM audit_event
      WHERE organization_id = ${organizationId}::uuid AND actor_id IS NOT NULL AND actor_name IS NOT NULL
      ORDER BY actor_id, created_at DESC, id DESC) latest
    ORDER BY created_at DESC, id LIMIT ${limit}`
}
