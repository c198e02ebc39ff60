import type { Response as ResponseRecord } from '@/prisma/generated/client'
import type { ChangeRange } from '../change-feed/list-changes'
import { queryRows } from '../db'
import type { ResponseFilter } from './response-filter'
import { responseFilterSql, SqlParameterList } from './response-filter-sql'
import { matchingSql, type ResponseSearch } from './search-queries'

type ChangedResponseRow = Pick<
  ResponseRecord,
  'id' | 'surveyId' | 'contactId' | 'npsScore' | 'isPromoter' | 'status' | 'submittedAt' | 'createdAt' | 'updatedAt'
>

const LIST_COLUMNS = `r.id, r.survey_id AS "surveyId", r.contact_id AS "contactId", r.nps_score AS "npsScore", r.is_promoter AS "isPromoter",
  r.status, r.submitted_at AS "submittedAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt"`

/** Reads responses in the order of their last change. @returns `answers` and `fields` are null unless they are included */
export function readChangedResponses(
  organizationId: string,
  { filter, search }: { filter: ResponseFilter; search: ResponseSearch | undefined },
  { after, before }: ChangeRange,
  { limit, include }: { limit: number; include: 'answers' | undefined },
): Promise<(ChangedResponseRow & Pick<ResponseRecord, 'answers' | 'fields'>)[]> {
  const values = new SqlParameterList()
  const conditions = [
    responseFilterSql(organizationId, filter, values),
    `(r.updated_at, r.id) > (${values.add(after.at, 'timestamptz')}, ${values.add(after.id, 'uuid')})`,
    `r.updated_at < ${values.add(before, 'timestamptz')}`,
    search ? `r.id IN (SELECT id FROM (${matchingSql(organizationId, filter, search, values)}) matching)` : [],
  ].flat()
  return queryRows({
    text: `SELECT ${LIST_COLUMNS}, ${include === 'answers' ? 'r.answers, r.fields' : 'NULL AS answers, NULL AS fields'} FROM response r
      WHERE ${conditions.join(' AND ')} ORDER BY r.updated_at, r.id LIMIT ${values.add(limit, 'int')}`,
    values: values.all,
  })
}
