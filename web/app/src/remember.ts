// What the page remembers of a user from one visit to the next, but for the files. It works without.

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch { /* then it doesn't */ }
}

export function remembered(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
