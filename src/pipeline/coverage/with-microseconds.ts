/** `…21.085Z` → `…21.085000+00:00`. */
export function withMicroseconds(iso: string): string {
  return iso.replace(/\.(\d{3})Z$/, '.$1000+00:00')
}
