import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../net/html/parse-html.ts'
import { findNotice } from './account-notices.ts'

/** What a page that says this and hardly more tells of its account. */
function toldBy(text: string): string | null {
  const markup = `<html><head><title>Studio</title></head><body><h1>Studio</h1><p>${text}</p></body></html>`
  return findNotice(parseHtml(markup, 'https://studio.test/ida'))?.outcome ?? null
}

describe('a page that says of its account that it is gone', () => {
  for (const text of [
    'Dieses Profil existiert nicht mehr.',
    'Leider gibt es nicht mehr dieses Konto.',
    'Die Seite wurde nicht gefunden.',
    'Este perfil fue eliminado.',
    'Lo sentimos, no se encontró el usuario.',
    'Ce compte a été supprimé.',
    'Le profil de @ida n’existe plus.',
    'Perfil não encontrado',
    'Questo profilo non esiste più',
    'User has deleted their account',
    'Ten profil nie istnieje',
    'Аккаунт удалён',
    'Пользователь не найден',
    'Акаунт видалено',
    'Det här kontot finns inte längre',
    'Denne profilen finnes ikke lenger.',
    'Tätä tiliä ei ole olemassa',
    'Tento účet neexistuje',
    'Dit profiel bestaat niet meer',
    'Bu hesap silindi',
    'A felhasználó nem található',
    'Contul nu mai există.',
    'Ο λογαριασμός δεν υπάρχει',
    'Akun ini tidak ditemukan',
    'Tài khoản này không tồn tại',
    'このアカウントは存在しません',
    '该用户不存在',
    '존재하지 않는 계정입니다',
    'هذا الحساب غير موجود',
    'החשבון לא קיים',
    'यह प्रोफ़ाइल मौजूद नहीं है',
    'ไม่พบผู้ใช้',
  ])
    it(text, () => assert.equal(toldBy(text), 'gone'))
})

describe('a page that says of its account that it is closed', () => {
  for (const text of [
    'Dieses Konto wurde dauerhaft gesperrt.',
    'Konto gesperrt',
    'Esta cuenta fue bloqueada.',
    'Ce profil est suspendu',
    'Пользователь заблокирован',
    'Bu hesap askıya alındı',
    'Tento účet byl zablokován',
    'このアカウントは停止されています',
  ])
    it(text, () => assert.equal(toldBy(text), 'banned'))
})

describe('a page whose owner speaks of accounts', () => {
  for (const text of [
    'Altes Konto wurde gelöscht. Neue Bilder hier.',
    'Mein Konto wurde gesperrt, hier geht es weiter.',
    'Main account was banned. New prints every week.',
    'Antigua cuenta eliminada, esta es la nueva.',
    'Ancien compte supprimé. Bienvenue ici.',
    'Profile pictures and pages for your shop, made by hand.',
    'A user of ours was found by a fan in Lyon.',
    'Ich lösche kein Konto und sperre niemanden.',
    'The page is deleted in chapter four, and nobody knows why the user left the house.',
    'This page is about boats',
    'Ihr Profil? Nicht gefunden, was passt? Wir malen es.',
    'Seit das Konto von meinem Bruder existiert, male ich nicht mehr.',
    '旧アカウントは凍結されています。新しい絵はこちら',
    'Le compte de ma mère existe toujours.',
    'Eine Seite, die nicht mehr ist als ein Bild.',
    'Hesabı var, sayfa yok demeyin, sipariş alıyoruz.',
  ])
    it(text, () => assert.equal(toldBy(text), null))
})
