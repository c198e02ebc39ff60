-- Up to where a member has seen what came in, so that their next visit knows what is new. It goes with the membership.
CREATE TABLE "visit" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "new_since" TIMESTAMPTZ(3) NOT NULL,
    "seen_until" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "visit_pkey" PRIMARY KEY ("organization_id","user_id")
);
ALTER TABLE "visit" ADD CONSTRAINT "visit_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
