// Starts `rulec lsp` for YAML files. The server leaves files alone that aren't rulec's.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = (context) => {
  const command = vscode.workspace.getConfiguration('rulec').get('path', 'rulec');
  const server = { command, args: ['lsp'] };
  client = new LanguageClient('rulec', 'rulec', server, {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml}') },
  });
  context.subscriptions.push(client);
  return client.start();
};

exports.deactivate = () => client && client.stop();
