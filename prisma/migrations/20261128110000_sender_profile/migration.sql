-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "footer_text" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "from_name" TEXT,
ADD COLUMN     "reply_to_email" TEXT;

-- CreateTable
CREATE TABLE "organization_logo" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "png" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_logo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reply_to_confirmation" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "requested_by_name" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reply_to_confirmation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_logo_organization_id_key" ON "organization_logo"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_logo_organization_id_id_key" ON "organization_logo"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "reply_to_confirmation_organization_id_key" ON "reply_to_confirmation"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "reply_to_confirmation_organization_id_id_key" ON "reply_to_confirmation"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "organization_logo" ADD CONSTRAINT "organization_logo_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_to_confirmation" ADD CONSTRAINT "reply_to_confirmation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "organization" ADD CONSTRAINT organization_one_reply_to CHECK (reply_to_user_id IS NULL OR reply_to_email IS NULL);
