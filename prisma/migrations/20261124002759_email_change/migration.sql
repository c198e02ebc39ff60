-- CreateTable
CREATE TABLE "email_change" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "from_confirmed_at" TIMESTAMPTZ(3),
    "to_confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
