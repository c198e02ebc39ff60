-- AlterTable
ALTER TABLE "user" ADD COLUMN     "interface_language" TEXT,
ADD COLUMN     "theme" TEXT;
