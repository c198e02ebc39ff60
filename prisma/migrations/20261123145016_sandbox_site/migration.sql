-- A review site for trials that the service itself serves.
CREATE TABLE "sandbox_site" (
    "organization_id" UUID NOT NULL,
    "behaviour" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_site_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "sandbox_review" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "author" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "location_id" UUID,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "reply_text" TEXT,
    "replied_at" TIMESTAMPTZ(3),
    "reply_state" TEXT,
    "reply_reason" TEXT,

    CONSTRAINT "sandbox_review_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "sandbox_review_organization_id_changed_at_id_idx" ON "sandbox_review"("organization_id", "changed_at" DESC, "id" DESC);

ALTER TABLE "sandbox_site" ADD CONSTRAINT "sandbox_site_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sandbox_review" ADD CONSTRAINT "sandbox_review_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "sandbox_site"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sandbox_review" ADD CONSTRAINT "sandbox_review_rating_check" CHECK ("rating" BETWEEN 1 AND 5);
ALTER TABLE "sandbox_review" ADD CONSTRAINT "sandbox_review_reply_state_check" CHECK ("reply_state" IN ('live', 'pending', 'rejected'));
