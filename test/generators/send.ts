/** Address and token for requests of orval's functions. */
export const sending = { baseUrl: '', token: '' };

export async function send<T>(path: string, options: RequestInit): Promise<T> {
  const headers = { ...(options.headers as Record<string, string>), 'Private-Token': sending.token };
  const response = await fetch(sending.baseUrl + path, { ...options, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, data: text === '' ? undefined : JSON.parse(text) } as T;
}
