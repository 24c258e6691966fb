page-model-says = Das Modell sagt
