-- CreateTable
CREATE TABLE "sign_in_attempt" (
    "bucket" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("bucket")
);

-- CreateIndex
CREATE INDEX "sign_in_attempt_resets_at_idx" ON "sign_in_attempt"("resets_at");
