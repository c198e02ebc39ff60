import { queryRows } from '../db'

/** @property key null for `overall`, and for reviews without a location. @property squares sum of squared ratings. */
export type ReviewGroupCounts = {
  by: 'overall' | 'rating' | 'month' | 'source' | 'location'
  key: string | null
  reviews: number
  stars: number
  squares: number
  replies: number
}

export async function countReviewsByGroup(organizationId: string, from: Date | null): Promise<ReviewGroupCounts[]> {
  return queryRows<ReviewGroupCounts>({
    name: 'review-counts',
    text: `
      SELECT CASE WHEN grouping(rating) = 0 THEN 'rating' WHEN grouping(month) = 0 THEN 'month' WHEN grouping(source) = 0 THEN 'source'
          WHEN grouping(location_id) = 0 THEN 'location' ELSE 'overall' END AS by,
        coalesce(rating::text, to_char(month, 'YYYY-MM'), source, location_id::text) AS key,
        count(*)::int AS reviews, coalesce(sum(stars), 0)::int AS stars, coalesce(sum(stars * stars), 0)::int AS squares,
        count(responded_at)::int AS replies
      FROM (SELECT rating, rating AS stars, date_trunc('month', published_at AT TIME ZONE 'UTC') AS month, source, location_id, responded_at
        FROM review WHERE organization_id = $1::uuid AND published_at >= $2::timestamptz) r
      GROUP BY GROUPING SETS ((), (rating), (month), (source), (location_id))`,
    values: [organizationId, from ?? '-infinity'],
  })
}

/** Reply times are counted in buckets: the first ends just above a minute, each is 5 % longer than the one before. */
const FIRST_BUCKET_SECONDS = 60
const BUCKET_RATIO = 1.05

export type ReplyTimeBucketCount = {
  by: 'overall' | 'source' | 'location'
  key: string | null
  bucket: number
  n: number
}

export async function countRepliesByReplyTimeBucket(
  organizationId: string,
  from: Date | null,
): Promise<ReplyTimeBucketCount[]> {
  return queryRows<ReplyTimeBucketCount>({
    name: 'review-reply-times',
    text: `
      SELECT CASE WHEN grouping(source) = 0 THEN 'source' WHEN grouping(location_id) = 0 THEN 'location' ELSE 'overall' END AS by,
        coalesce(source, location_id::text) AS key, bucket, count(*)::int AS n
      FROM (SELECT source, location_id,
          floor(ln(greatest(date_part('epoch', responded_at - published_at), $3::float8) / $3) / ln($4::float8))::int AS bucket
        FROM review WHERE organization_id = $1::uuid AND published_at >= $2::timestamptz AND responded_at IS NOT NULL) r
      GROUP BY GROUPING SETS ((bucket), (source, bucket), (location_id, bucket)) ORDER BY bucket`,
    values: [organizationId, from ?? '-infinity', FIRST_BUCKET_SECONDS, BUCKET_RATIO],
  })
}

export function bucketMidpointSeconds(bucket: number): number {
  return Math.round(FIRST_BUCKET_SECONDS * BUCKET_RATIO ** (bucket + 0.5))
}
