-- Organizations for trying things out, with a clock that can be moved forward (docs/decisions/0089-test-organizations.md).
-- CreateTable
CREATE TABLE "test_organization" (
    "organization_id" UUID NOT NULL,
    "parent_id" UUID,
    "clock_offset_ms" BIGINT NOT NULL DEFAULT 0,
    "clock_moved_at" TIMESTAMPTZ(3),
    "advances_to" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_organization_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "test_organization_parent_id_key" ON "test_organization"("parent_id");

-- CreateIndex
CREATE INDEX "test_organization_due_at_idx" ON "test_organization"("due_at");

-- AddForeignKey
ALTER TABLE "test_organization" ADD CONSTRAINT "test_organization_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_organization" ADD CONSTRAINT "test_organization_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "test_organization" ADD CONSTRAINT "test_organization_clock_check" CHECK (clock_offset_ms >= 0);
