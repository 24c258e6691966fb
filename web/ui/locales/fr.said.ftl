page-model-says = Le modèle dit
